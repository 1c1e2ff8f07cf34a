// Where one can call: the country codes of ITU-T E.164, and prefixes of mobile
// networks of most of them.

export interface Destination {
  readonly prefix: string
  readonly name: string
  readonly is_mobile: boolean
}

/** Code, name, and after the bar what follows the code in numbers of mobile telephones. */
const COUNTRIES = `
1 United States and Canada
1242 Bahamas | 35 45 55
1246 Barbados | 23 24 25 26 28
1264 Anguilla | 23 5
1268 Antigua and Barbuda | 7
1284 British Virgin Islands | 3 4
1340 United States Virgin Islands
1345 Cayman Islands | 32 91 92
1441 Bermuda | 3 5 7
1473 Grenada | 40 41 53
1649 Turks and Caicos Islands | 23 24 33
1658 Jamaica overlay
1664 Montserrat | 49
1670 Northern Mariana Islands
1671 Guam
1684 American Samoa | 25 7
1721 Sint Maarten | 5
1758 Saint Lucia | 28 48 5 7
1767 Dominica | 22 27 31 61
1784 Saint Vincent and the Grenadines | 43 49 52 53
1787 Puerto Rico
1809 Dominican Republic
1829 Dominican Republic second area | 2 3 4 5 6 7 8
1868 Trinidad and Tobago | 29 3 4 6 7
1869 Saint Kitts and Nevis | 55 56 66 76
1876 Jamaica | 3 4 5 7 8
20 Egypt | 10 11 12 15
211 South Sudan | 91 92 95 97
212 Morocco | 6 7
213 Algeria | 5 6 7
216 Tunisia | 2 4 5 9
218 Libya | 91 92 94 95
220 Gambia | 2 3 6 7 9
221 Senegal | 70 75 76 77 78
222 Mauritania | 2 3 4
223 Mali | 5 6 7 8 9
224 Guinea | 6
225 Ivory Coast | 01 05 07
226 Burkina Faso | 5 6 7
227 Niger | 8 9
228 Togo | 7 9
229 Benin | 4 5 6 9
230 Mauritius | 5
231 Liberia | 55 77 88
232 Sierra Leone | 3 7 8 9
233 Ghana | 20 23 24 26 27 50 54 55 57
234 Nigeria | 70 80 81 90 91
235 Chad | 6 9
236 Central African Republic | 7
237 Cameroon | 6
238 Cape Verde | 5 9
239 Sao Tome and Principe | 9
240 Equatorial Guinea | 2 5
241 Gabon | 06 07
242 Congo | 04 05 06
243 Democratic Republic of the Congo | 8 9
244 Angola | 9
245 Guinea-Bissau | 95 96
246 Diego Garcia | 38
247 Ascension
248 Seychelles | 2
249 Sudan | 1 9
250 Rwanda | 72 73 78 79
251 Ethiopia | 7 9
252 Somalia | 61 62 63 90
253 Djibouti | 77
254 Kenya | 1 7
255 Tanzania | 6 7
256 Uganda | 7
257 Burundi | 6 7
258 Mozambique | 82 83 84 85 86 87
260 Zambia | 76 77 95 96 97
261 Madagascar | 32 33 34 38
262 Reunion and Mayotte | 639 692 693
263 Zimbabwe | 71 73 77 78
264 Namibia | 81 85
265 Malawi | 88 99
266 Lesotho | 5 6
267 Botswana | 7
268 Eswatini | 76 78 79
269 Comoros | 3 4
27 South Africa | 6 7 81 82 83 84
290 Saint Helena | 5 6
291 Eritrea | 7
297 Aruba | 56 59 6 73 74
298 Faroe Islands | 2 5 7
299 Greenland | 2 4 5
30 Greece | 69
31 Netherlands | 6
32 Belgium | 46 47 48 49
33 France | 6 7
34 Spain | 6 7
350 Gibraltar | 5
351 Portugal | 91 92 93 96
352 Luxembourg | 621 628 661 671 691
353 Ireland | 83 85 86 87 89
354 Iceland | 6 7 8
355 Albania | 67 68 69
356 Malta | 77 79 99
357 Cyprus | 94 95 96 97 99
358 Finland | 40 41 44 45 46 50
359 Bulgaria | 87 88 89 98
36 Hungary | 20 30 31 50 70
370 Lithuania | 6
371 Latvia | 2
372 Estonia | 5 81 82
373 Moldova | 6 7
374 Armenia | 33 41 43 44 55 77 91 93
375 Belarus | 25 29 33 44
376 Andorra | 3 6
377 Monaco | 4 6
378 San Marino | 66
380 Ukraine | 39 50 63 66 67 68 73 93 95 96 97 98 99
381 Serbia | 60 61 62 63 64 65 66 69
382 Montenegro | 63 66 67 68 69
383 Kosovo | 43 44 45 49
385 Croatia | 91 92 95 97 98 99
386 Slovenia | 30 31 40 41 51 64 68 70
387 Bosnia and Herzegovina | 60 61 62 63 65 66
389 North Macedonia | 70 71 72 75 76 77 78
39 Italy | 31 32 33 34 35 36 37 38 39
40 Romania | 7
41 Switzerland | 74 75 76 77 78 79
420 Czechia | 60 70 72 73 77 79
421 Slovakia | 90 91 94 95
423 Liechtenstein | 6 7
43 Austria | 650 660 664 676 677 680 699
44 United Kingdom | 71 72 73 74 75 77 78 79
45 Denmark | 2 30 31 40 42 50 51 60 61 71 81 91
46 Sweden | 70 72 73 76 79
47 Norway | 4 9
48 Poland | 50 51 53 57 60 66 69 72 73 78 79 88
49 Germany | 15 16 17
500 Falkland Islands | 5 6
501 Belize | 6
502 Guatemala | 3 4 5
503 El Salvador | 6 7
504 Honduras | 3 7 8 9
505 Nicaragua | 5 7 8
506 Costa Rica | 5 6 7 8
507 Panama | 6
508 Saint Pierre and Miquelon | 55
509 Haiti | 3 4
51 Peru | 9
52 Mexico
53 Cuba | 5
54 Argentina | 9
55 Brazil | 119 219 319 419 519 619 719 819 919
56 Chile | 9
57 Colombia | 3
58 Venezuela | 41 42
590 Guadeloupe | 690 691
591 Bolivia | 6 7
592 Guyana | 6
593 Ecuador | 9
594 French Guiana | 694
595 Paraguay | 9
596 Martinique | 696 697
597 Suriname | 6 7 8
598 Uruguay | 9
599 Curacao and Caribbean Netherlands | 31 41 95 96
60 Malaysia | 10 11 12 13 14 16 17 18 19
61 Australia | 4
62 Indonesia | 81 82 83 85 87 88 89
63 Philippines | 9
64 New Zealand | 20 21 22 27 28 29
65 Singapore | 8 9
66 Thailand | 6 8 9
670 Timor-Leste | 7
672 Norfolk Island | 38 5
673 Brunei | 7 8
674 Nauru | 55
675 Papua New Guinea | 7
676 Tonga | 7 8
677 Solomon Islands | 7 8
678 Vanuatu | 5 7
679 Fiji | 7 8 9
680 Palau | 77 88
681 Wallis and Futuna | 82
682 Cook Islands | 5 7
683 Niue | 8
685 Samoa | 7 8
686 Kiribati | 6 7
687 New Caledonia | 7 8 9
688 Tuvalu | 7 9
689 French Polynesia | 87 89
690 Tokelau
691 Micronesia | 92 93 97
692 Marshall Islands | 235 455
7 Russia | 90 91 92 93 95 96 98 99
76 Kazakhstan
77 Kazakhstan west | 00 01 02 05 07 47 71 75 76 77 78
81 Japan | 70 80 90
82 South Korea | 10 11 16 17 18 19
84 Vietnam | 3 5 7 8 9
850 North Korea | 19
852 Hong Kong | 5 6 9
853 Macao | 6
855 Cambodia | 1 6 7 8 9
856 Laos | 20
86 China | 13 14 15 16 17 18 19
880 Bangladesh | 13 14 15 16 17 18 19
886 Taiwan | 9
90 Turkey | 50 53 54 55
91 India | 6 7 8 9
92 Pakistan | 3
93 Afghanistan | 7
94 Sri Lanka | 7
95 Myanmar | 9
960 Maldives | 7 9
961 Lebanon | 3 70 71 76 78 79 81
962 Jordan | 77 78 79
963 Syria | 93 94 95 96 98 99
964 Iraq | 75 77 78 79
965 Kuwait | 5 6 9
966 Saudi Arabia | 50 53 54 55 56 57 58 59
967 Yemen | 70 71 73 77
968 Oman | 7 9
970 Palestine | 56 59
971 United Arab Emirates | 50 52 54 55 56 58
972 Israel | 50 52 53 54 55 58
973 Bahrain | 3 66
974 Qatar | 3 5 6 7
975 Bhutan | 17 77
976 Mongolia | 8 9
977 Nepal | 97 98
98 Iran | 90 91 92 93 99
992 Tajikistan | 50 55 90 91 92 93 98
993 Turkmenistan | 6
994 Azerbaijan | 50 51 55 70 77 99
995 Georgia | 5
996 Kyrgyzstan | 5 7
998 Uzbekistan | 90 91 93 94 97 98 99
`

/** Every country once, and once for each of its mobile prefixes. */
export const DESTINATIONS: readonly Destination[] = COUNTRIES.trim()
  .split('\n')
  .flatMap((line) => {
    const [country = '', mobiles = ''] = line.split('|')
    const [, code = '', name = ''] = /^(\d+) (.*)$/.exec(country.trim()) ?? []
    return [
      { prefix: code, name, is_mobile: false },
      ...mobiles
        .trim()
        .split(' ')
        .filter(Boolean)
        .map((more) => ({ prefix: code + more, name: `${name} mobile`, is_mobile: true })),
    ]
  })
