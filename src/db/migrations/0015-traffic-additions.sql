-- Traffic by any key for reports. A batch of calls only adds rows to traffic_addition; the engine
-- moves them to traffic_sum, and a report adds up both (ADR-0020).

-- The first digits of numbers of a country: the same as core/number/country.ts.
create table country_code (
  code text collate "C" primary key,
  country text not null
);
insert into country_code (code, country) values
  ('247', 'SH'), ('376', 'AD'), ('971', 'AE'), ('93', 'AF'), ('1268', 'AG'), ('1264', 'AI'),
  ('355', 'AL'), ('374', 'AM'), ('244', 'AO'), ('54', 'AR'), ('1684', 'AS'), ('43', 'AT'),
  ('61', 'AU'), ('297', 'AW'), ('994', 'AZ'), ('387', 'BA'), ('1246', 'BB'), ('880', 'BD'),
  ('32', 'BE'), ('226', 'BF'), ('359', 'BG'), ('973', 'BH'), ('257', 'BI'), ('229', 'BJ'),
  ('1441', 'BM'), ('673', 'BN'), ('591', 'BO'), ('5993', 'BQ'), ('5994', 'BQ'), ('5997', 'BQ'),
  ('55', 'BR'), ('1242', 'BS'), ('975', 'BT'), ('267', 'BW'), ('375', 'BY'), ('501', 'BZ'),
  ('1204', 'CA'), ('1226', 'CA'), ('1236', 'CA'), ('1249', 'CA'), ('1250', 'CA'), ('1257', 'CA'),
  ('1263', 'CA'), ('1289', 'CA'), ('1306', 'CA'), ('1343', 'CA'), ('1354', 'CA'), ('1365', 'CA'),
  ('1367', 'CA'), ('1368', 'CA'), ('1382', 'CA'), ('1403', 'CA'), ('1416', 'CA'), ('1418', 'CA'),
  ('1428', 'CA'), ('1431', 'CA'), ('1437', 'CA'), ('1438', 'CA'), ('1450', 'CA'), ('1468', 'CA'),
  ('1474', 'CA'), ('1506', 'CA'), ('1514', 'CA'), ('1519', 'CA'), ('1548', 'CA'), ('1579', 'CA'),
  ('1581', 'CA'), ('1584', 'CA'), ('1587', 'CA'), ('1604', 'CA'), ('1613', 'CA'), ('1639', 'CA'),
  ('1647', 'CA'), ('1672', 'CA'), ('1683', 'CA'), ('1705', 'CA'), ('1709', 'CA'), ('1742', 'CA'),
  ('1753', 'CA'), ('1778', 'CA'), ('1780', 'CA'), ('1782', 'CA'), ('1807', 'CA'), ('1819', 'CA'),
  ('1825', 'CA'), ('1867', 'CA'), ('1873', 'CA'), ('1879', 'CA'), ('1902', 'CA'), ('1905', 'CA'),
  ('1942', 'CA'), ('243', 'CD'), ('236', 'CF'), ('242', 'CG'), ('41', 'CH'), ('225', 'CI'),
  ('682', 'CK'), ('56', 'CL'), ('237', 'CM'), ('86', 'CN'), ('57', 'CO'), ('506', 'CR'),
  ('53', 'CU'), ('238', 'CV'), ('599', 'CW'), ('357', 'CY'), ('420', 'CZ'), ('49', 'DE'),
  ('253', 'DJ'), ('45', 'DK'), ('1767', 'DM'), ('1809', 'DO'), ('1829', 'DO'), ('1849', 'DO'),
  ('213', 'DZ'), ('593', 'EC'), ('372', 'EE'), ('20', 'EG'), ('291', 'ER'), ('34', 'ES'),
  ('251', 'ET'), ('358', 'FI'), ('679', 'FJ'), ('500', 'FK'), ('691', 'FM'), ('298', 'FO'),
  ('33', 'FR'), ('241', 'GA'), ('44', 'GB'), ('1473', 'GD'), ('995', 'GE'), ('594', 'GF'),
  ('233', 'GH'), ('350', 'GI'), ('299', 'GL'), ('220', 'GM'), ('224', 'GN'), ('590', 'GP'),
  ('240', 'GQ'), ('30', 'GR'), ('502', 'GT'), ('1671', 'GU'), ('245', 'GW'), ('592', 'GY'),
  ('852', 'HK'), ('504', 'HN'), ('385', 'HR'), ('509', 'HT'), ('36', 'HU'), ('62', 'ID'),
  ('353', 'IE'), ('972', 'IL'), ('91', 'IN'), ('246', 'IO'), ('964', 'IQ'), ('98', 'IR'),
  ('354', 'IS'), ('39', 'IT'), ('1658', 'JM'), ('1876', 'JM'), ('962', 'JO'), ('81', 'JP'),
  ('254', 'KE'), ('996', 'KG'), ('855', 'KH'), ('686', 'KI'), ('269', 'KM'), ('1869', 'KN'),
  ('850', 'KP'), ('82', 'KR'), ('965', 'KW'), ('1345', 'KY'), ('76', 'KZ'), ('77', 'KZ'),
  ('856', 'LA'), ('961', 'LB'), ('1758', 'LC'), ('423', 'LI'), ('94', 'LK'), ('231', 'LR'),
  ('266', 'LS'), ('370', 'LT'), ('352', 'LU'), ('371', 'LV'), ('218', 'LY'), ('212', 'MA'),
  ('377', 'MC'), ('373', 'MD'), ('382', 'ME'), ('261', 'MG'), ('692', 'MH'), ('389', 'MK'),
  ('223', 'ML'), ('95', 'MM'), ('976', 'MN'), ('853', 'MO'), ('1670', 'MP'), ('596', 'MQ'),
  ('222', 'MR'), ('1664', 'MS'), ('356', 'MT'), ('230', 'MU'), ('960', 'MV'), ('265', 'MW'),
  ('52', 'MX'), ('60', 'MY'), ('258', 'MZ'), ('264', 'NA'), ('687', 'NC'), ('227', 'NE'),
  ('6723', 'NF'), ('234', 'NG'), ('505', 'NI'), ('31', 'NL'), ('47', 'NO'), ('977', 'NP'),
  ('674', 'NR'), ('683', 'NU'), ('64', 'NZ'), ('968', 'OM'), ('507', 'PA'), ('51', 'PE'),
  ('689', 'PF'), ('675', 'PG'), ('63', 'PH'), ('92', 'PK'), ('48', 'PL'), ('508', 'PM'),
  ('1787', 'PR'), ('1939', 'PR'), ('970', 'PS'), ('351', 'PT'), ('680', 'PW'), ('595', 'PY'),
  ('974', 'QA'), ('262', 'RE'), ('40', 'RO'), ('381', 'RS'), ('7', 'RU'), ('250', 'RW'),
  ('966', 'SA'), ('677', 'SB'), ('248', 'SC'), ('249', 'SD'), ('46', 'SE'), ('65', 'SG'),
  ('290', 'SH'), ('386', 'SI'), ('421', 'SK'), ('232', 'SL'), ('378', 'SM'), ('221', 'SN'),
  ('252', 'SO'), ('597', 'SR'), ('211', 'SS'), ('239', 'ST'), ('503', 'SV'), ('1721', 'SX'),
  ('963', 'SY'), ('268', 'SZ'), ('1649', 'TC'), ('235', 'TD'), ('228', 'TG'), ('66', 'TH'),
  ('992', 'TJ'), ('690', 'TK'), ('670', 'TL'), ('993', 'TM'), ('216', 'TN'), ('676', 'TO'),
  ('90', 'TR'), ('1868', 'TT'), ('688', 'TV'), ('886', 'TW'), ('255', 'TZ'), ('380', 'UA'),
  ('256', 'UG'), ('1', 'US'), ('598', 'UY'), ('998', 'UZ'), ('1784', 'VC'), ('58', 'VE'),
  ('1284', 'VG'), ('1340', 'VI'), ('84', 'VN'), ('678', 'VU'), ('681', 'WF'), ('685', 'WS'),
  ('383', 'XK'), ('967', 'YE'), ('27', 'ZA'), ('260', 'ZM'), ('263', 'ZW');

create function country_of(number text) returns text
language sql stable as $$
  select coalesce((
    select country from country_code
    where code in (left(number, 1), left(number, 2), left(number, 3), left(number, 4))
    order by length(code) desc limit 1), '')
$$;

-- The called party was reached (docs/domain/reports.md, V4): core/call/effective-attempt.ts.
create function is_effective(
  status text, refusal text, attempt_end text, pdd_ms integer, sip_code smallint,
  q850_cause smallint
) returns boolean
language sql immutable as $$
  select status = 'ANSWERED' or (refusal is null and coalesce(attempt_end = 'NO_ANSWER'
    or (attempt_end = 'CANCELLED' and pdd_ms is not null)
    or sip_code in (480, 486, 600, 603) or q850_cause in (17, 18, 19, 20, 21), false))
$$;

-- What the records of one batch add, or what a re-rating changes: then as differences.
create table traffic_addition (
  -- The quarter of an hour in which the call began.
  bucket timestamptz not null,
  -- From whose side: the operator with all keys, or a reseller of the chain with all but the way.
  seller_id bigint not null,
  account_id bigint not null,
  -- The one right above the client, or 0.
  reseller_id bigint not null,
  settlement_id bigint not null,
  gateway_id bigint not null,
  -- Of the called number (ISO 3166), and of the client's rate.
  country text collate "C" not null,
  destination text not null,
  prefix text collate "C" not null,
  -- To the caller; of an earlier attempt that of its gateway; 0 without one.
  sip_code smallint not null,
  refusal text collate "C" not null,
  codec text collate "C" not null,
  -- INVITEs that were sent to gateways.
  attempts integer not null,
  effective_attempts integer not null,
  attempt_pdd_ms bigint not null,
  attempt_pdds integer not null,
  -- By the last record of each.
  calls integer not null,
  answered integer not null,
  short_calls integer not null,
  effective_calls integer not null,
  call_pdd_ms bigint not null,
  call_pdds integer not null,
  duration_ms bigint not null,
  -- Sold and bought.
  billed_seconds bigint not null,
  buy_billed_seconds bigint not null,
  -- Of the seller, in its currency, without VAT.
  revenue bigint not null,
  cost bigint not null,
  -- Of the client and of the settlement account, each in its currency, with VAT; for the operator.
  charged bigint not null,
  bought bigint not null
) with (
  -- Every row leaves within a minute: vacuumed often, the table stays small.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000
);

-- The same for records that are kept: what every sum must be (docs/domain/reports.md).
create view traffic_of_records as
select r.started_at, date_bin('15 minutes', r.started_at, '2000-01-01Z') as bucket,
  1::bigint as seller_id, r.account_id, coalesce(r.reseller_ids[1], 0) as reseller_id,
  coalesce(r.settlement_id, 0) as settlement_id, coalesce(r.gateway_id, 0) as gateway_id,
  country_of(r.called_number) as country, r.destination, coalesce(r.prefix, '') as prefix,
  coalesce(r.sip_code, r.gateway_sip_code, 0::smallint) as sip_code,
  coalesce(r.refusal, '') as refusal, r.codec,
  sent.yes::int as attempts, (sent.yes and effective.yes)::int as effective_attempts,
  case when sent.yes then coalesce(r.pdd_ms, 0) else 0 end::bigint as attempt_pdd_ms,
  (sent.yes and r.pdd_ms is not null)::int as attempt_pdds,
  r.is_last::int as calls, (r.is_last and r.status = 'ANSWERED')::int as answered,
  (r.is_last and r.status = 'ANSWERED' and r.duration_ms <= 15000)::int as short_calls,
  (r.is_last and effective.yes)::int as effective_calls,
  case when r.is_last then coalesce(r.call_pdd_ms, 0) else 0 end::bigint as call_pdd_ms,
  (r.is_last and r.call_pdd_ms is not null)::int as call_pdds,
  r.duration_ms::bigint as duration_ms, r.billed_seconds::bigint as billed_seconds,
  r.buy_billed_seconds::bigint as buy_billed_seconds, r.revenue, r.cost,
  r.sell_amount as charged, r.buy_amount as bought
from call_record r,
  lateral (select r.gateway_id is not null and r.attempt_end is distinct from 'NOT_SENT') sent (yes),
  is_effective(r.status, r.refusal, r.attempt_end, r.pdd_ms, r.gateway_sip_code,
    r.gateway_q850_cause) effective (yes)
union all
select r.started_at, date_bin('15 minutes', r.started_at, '2000-01-01Z'),
  s.seller_id, r.account_id, r.reseller_ids[1], 0, 0,
  country_of(r.called_number), r.destination, coalesce(r.prefix, ''),
  coalesce(r.sip_code, r.gateway_sip_code, 0::smallint), coalesce(r.refusal, ''), r.codec,
  0, 0, 0, 0, 1, (r.status = 'ANSWERED')::int,
  (r.status = 'ANSWERED' and r.duration_ms <= 15000)::int,
  effective.yes::int, coalesce(r.call_pdd_ms, 0), (r.call_pdd_ms is not null)::int,
  r.duration_ms, coalesce(child.billed_seconds, 0), coalesce(own.billed_seconds, 0),
  greatest(sold.net, 0) + greatest(-coalesce(own.net, 0), 0),
  greatest(-sold.net, 0) + greatest(coalesce(own.net, 0), 0), 0, 0
from call_record r
  cross join lateral unnest(r.reseller_ids) s (seller_id)
  left join call_charge own on own.call_id = r.call_id and own.started_at = r.started_at
    and own.account_id = s.seller_id
  left join call_charge child on child.call_id = r.call_id and child.started_at = r.started_at
    and child.parent_id = s.seller_id,
  -- Half away from zero, as round() does of numeric.
  lateral (select case
    when child.call_id is null then 0
    when child.net = child.amount or child.amount = 0 then child.income
    else round(child.income::numeric * child.net / child.amount)::bigint end) sold (net),
  is_effective(r.status, r.refusal, r.attempt_end, r.pdd_ms, r.gateway_sip_code,
    r.gateway_q850_cause) effective (yes)
where r.is_last;

-- The calls from before this table.
insert into traffic_addition
select bucket, seller_id, account_id, reseller_id, settlement_id, gateway_id, country, destination,
  prefix, sip_code, refusal, codec, attempts, effective_attempts, attempt_pdd_ms, attempt_pdds,
  calls, answered, short_calls, effective_calls, call_pdd_ms, call_pdds, duration_ms,
  billed_seconds, buy_billed_seconds, revenue, cost, charged, bought
from traffic_of_records;
