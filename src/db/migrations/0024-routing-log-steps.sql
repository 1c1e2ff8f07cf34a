-- The steps of a routing log are stored as inputs now, and the words are made when somebody reads them. Logs of
-- before hold the words themselves, which nothing reads any more.
truncate routing_log;
