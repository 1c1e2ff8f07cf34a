-- Where the money of a running call ended when it did not pay for all that was asked for, and whose: any engine
-- can then say why the call was cut.
alter table open_call add column money_end json;
