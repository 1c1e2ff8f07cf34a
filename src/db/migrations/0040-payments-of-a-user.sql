-- The last payments that one user has recorded, for Smart Recharge.
create index payment_created_by on payment (created_by, at desc, id desc);
