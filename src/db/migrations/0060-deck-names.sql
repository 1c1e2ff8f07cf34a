-- Engines name the destination of a call without a price by the code deck, and load it again only
-- when it has changed.
insert into change_number (subject, number) values ('code_deck', 1);
