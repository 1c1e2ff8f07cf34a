-- Calls that have just ended: a live list reads them every two seconds.

-- Records are written as calls end, so that a few bytes for each 32 pages find them.
create index call_record_ended on call_record
  using brin (ended_at) with (pages_per_range = 32, autosummarize = on);
