-- What each gateway has done by itself: when it was asked, what it said, and how its attempt ended. Until now the
-- last record of a call held what the caller heard of all of them.
alter table call_record
  add sent_at timestamptz,
  -- From the INVITE of the caller, over all gateways; pdd_ms is that of the attempt.
  add call_pdd_ms integer,
  add gateway_sip_code smallint,
  add gateway_q850_cause smallint,
  add attempt_end text check (attempt_end in ('ANSWERED', 'REFUSED', 'NO_REPLY', 'NO_RINGING', 'RANG_OUT',
    'CANCELLED', 'NOT_SENT')),
  -- core/call/attempt-end.ts
  add not_sent_reason text;

-- Calls of before, as far as it can be known: 408 stood for silence of any kind, and behind the first gateway
-- nobody wrote down when the last one was asked.
update call_record set
  call_pdd_ms = case when is_last then pdd_ms end,
  pdd_ms = case when is_last and attempt_no <> 1 then null else pdd_ms end,
  gateway_sip_code = case when answered_at is not null then 200
    when not is_last and sip_code <> 408 then sip_code end,
  gateway_q850_cause = case when not is_last then q850_cause end,
  attempt_end = case when answered_at is not null then 'ANSWERED' when status = 'CANCELLED' then 'CANCELLED'
    when not is_last and sip_code <> 408 then 'REFUSED' end,
  sip_code = case when is_last then sip_code end,
  q850_cause = case when is_last then q850_cause end
where attempt_no > 0;
