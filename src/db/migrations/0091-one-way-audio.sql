-- The side that sent no audio in an answered call whose media was relayed (core/call/
-- one-way-audio.ts), in the last record. The column media has more since then: round_trip_ms and
-- last_packet_at of each side, and whether the call was on hold at its end (is_held).
alter table call_record add column one_way_audio text;
