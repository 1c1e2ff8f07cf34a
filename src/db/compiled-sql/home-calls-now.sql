with open as (select started_at from open_call where true) select (select count(*) from open) as
calls_now, (select count(*) from open where started_at > now() - make_interval(secs => $1)) +
(select count(*) from call_record where is_last and true and started_at > now() -
make_interval(secs => $2) and started_at <= now()) as recent;
