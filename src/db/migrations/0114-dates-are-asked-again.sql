-- Until now the order of day and month was a guess where a file did not show it, and the next file
-- with the same columns took it over. Such a file is asked about once more.
update rate_import set layout = layout || '{"date_order": null}' where layout ? 'date_order';
update reconciliation set layout = layout || '{"date_order": null}' where layout ? 'date_order';
