-- A file may have codes with + beside codes without it: whether those lack their country is chosen for
-- each file. Layouts from before have not chosen.
update rate_import set layout = layout || '{"bare_code_country": null}' where layout is not null;
