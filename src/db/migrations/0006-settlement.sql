-- What only a settlement account has. Apart from account_balance, because a debt is watched, never held.
create table settlement (
  account_id bigint primary key references account,
  -- How much they let us owe, in millionths; null is without limit.
  max_debt bigint check (max_debt >= 0)
);
