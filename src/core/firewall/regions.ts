// Regions of the world with their countries, to choose many countries at once. By the standard
// regions of the United Nations (M49), Europe and Asia in two parts each.

const CODES = {
  Africa: `AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA
    MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW`,
  'Middle East': 'AE AM AZ BH CY GE IL IQ IR JO KW LB OM PS QA SA SY TR YE',
  'Asia and Pacific': `AF AS AU BD BN BT CC CK CN CX FJ FM GU HK ID IN IO JP KG KH KI KP KR KZ LA
    LK MH MM MN MO MP MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TH TJ TK TL TM TO TV TW UM
    UZ VN VU WF WS`,
  'European Union': `AT BE BG CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI
    SK`,
  'Europe, others': 'AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK',
  'North America': 'BM CA GL MX PM US',
  'Central America and Caribbean': `AG AI AW BB BL BQ BS BZ CR CU CW DM DO GD GP GT HN HT JM KN KY
    LC MF MQ MS NI PA PR SV SX TC TT VC VG VI`,
  'South America': 'AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE',
  Antarctica: 'AQ HM TF',
} as const

export type Region = keyof typeof CODES

export const REGIONS: readonly {
  readonly region: Region
  readonly countries: readonly string[]
}[] = Object.entries(CODES).map(([region, codes]) => ({
  region: region as Region,
  countries: codes.split(/\s+/),
}))

/** Every country that a zone can name. */
export const ZONE_COUNTRIES: ReadonlySet<string> = new Set(
  REGIONS.flatMap(({ countries }) => countries),
)
