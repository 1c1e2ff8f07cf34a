select g.id, g.name, sum(t.attempts)::bigint as attempts, sum(t.answered)::bigint as answered,
(sum(t.duration_ms) / 1000)::bigint as seconds, sum(t.cost) as cost, sum(t.bought) as charged
from traffic_by_gateway t join gateway g on g.id = t.gateway_id where t.bucket >=
((date_trunc('day', now() at time zone coalesce( (select value #>> '{}' from setting where key =
'timezone'), $1)) - '0 day'::interval) at time zone coalesce( (select value #>> '{}' from
setting where key = 'timezone'), $2)) and true group by g.id, g.name order by seconds desc,
attempts desc, g.id limit $3;
