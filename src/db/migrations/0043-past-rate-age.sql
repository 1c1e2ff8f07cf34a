-- The retention removes past rates by their age. They are added in its order, so that a summary of
-- blocks is enough, which costs nothing when a million rates change.
create index past_rate_age on past_rate using brin (replaced_at);
