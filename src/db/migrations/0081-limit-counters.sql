-- How many calls count against the limits of a client, an address, a SIP user, a reseller, a
-- settlement account, a gateway or a target, over all engines (ADR-0035). A row is made with the
-- first call after a limit was set, from the calls that are open then.
create table limit_counter (
  -- As in open_call.subjects: CLIENT 12.
  subject text collate "C" primary key,
  calls integer not null check (calls >= 0),
  -- When the calls of the last second began, in epoch milliseconds; only for calls per second.
  starts_ms bigint[] not null default '{}'
) with (
  -- Each call changes its rows twice. They stay few, and are found where they were.
  fillfactor = 30,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false
);

-- The subjects in whose limits a call counts now: its parties, and the gateway that it is at.
alter table open_call add subjects text[] collate "C" not null default '{}';

-- The calls of the version before.
update open_call set subjects = array_remove(array[
    'CLIENT ' || account_id,
    'GATEWAY ' || nullif(gateway_id, 0),
    'NUMBER ' || nullif(gateway_id, 0) || ' ' || called_number,
    'SETTLEMENT ' || settlement_id
  ] || array(select 'RESELLER ' || account_id from reseller where account_id = any(payer_ids)), null);

-- The calls to a number, where a gateway limits them.
create index open_call_called_number on open_call (called_number);
