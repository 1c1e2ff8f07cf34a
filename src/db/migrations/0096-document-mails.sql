-- Documents by e-mail: a delivery may have files (ADR-0041).

-- DOCUMENT is what a user sends.
alter table notification_delivery
  drop constraint notification_delivery_kind_check,
  add constraint notification_delivery_kind_check
    check (kind in ('MESSAGE', 'DIGEST', 'TEST', 'DOCUMENT'));

-- A file of a mail. The API draws it, and the mail waits for that; it is kept as it was sent.
create table notification_attachment (
  delivery_id bigint not null references notification_delivery on delete cascade,
  position smallint not null check (position between 1 and 10),
  document_kind text not null
    check (document_kind in ('INVOICE', 'STATEMENT', 'RECEIPT', 'PRICES')),
  -- The invoice, the payment, the price notification, or for a statement the account.
  document_id bigint not null,
  -- The account that gets it.
  account_id bigint not null references account,
  -- The time range of a statement.
  starts_at timestamptz,
  ends_at timestamptz,
  file_name text not null default '' check (length(file_name) <= 200),
  -- Null until it is drawn.
  content bytea check (length(content) <= 5000000),
  primary key (delivery_id, position),
  constraint notification_attachment_period
    check ((document_kind = 'STATEMENT') = (starts_at is not null and ends_at is not null))
);
-- What is to be drawn.
create index notification_attachment_undrawn on notification_attachment (delivery_id)
  where content is null;
-- The last mail of a document.
create index notification_attachment_document
  on notification_attachment (document_kind, document_id, account_id, delivery_id);
create index notification_attachment_account on notification_attachment (account_id);
