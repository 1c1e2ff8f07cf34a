-- The rows of a reconciliation are read by the size of their difference.
create index reconciliation_row_difference on reconciliation_row
  (reconciliation_id, abs(difference) desc nulls last, number);
