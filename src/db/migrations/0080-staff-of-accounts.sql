-- Staff users of every account, whose type is the kind of the account (ADR-0033). An admin has no
-- employer, which console_user_works_for_one says.

alter table account add constraint account_id_kind unique (id, kind);
alter table console_user
  drop constraint console_user_staff_of_reseller,
  drop constraint console_user_employer_id_fkey,
  add constraint console_user_staff_of_account
    foreign key (employer_id, type) references account (id, kind);
