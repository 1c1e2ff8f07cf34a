-- With no more than this available, the client is warned on its home page. The client sets it
-- itself; null is no warning.
alter table client add column low_balance_threshold bigint check (low_balance_threshold >= 0);
