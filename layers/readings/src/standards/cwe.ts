/** Ids of weaknesses and categories of CWE 4.16 (MITRE), as ranges. */
const IDS = `
  5-9 11-15 20 22-59 61-62 64-67 69 71-99 102-132 134-135 138 140-168 170 172-188 190-198 200-226 228-250
  252-253 256-263 266-274 276-309 311-319 321-354 356-360 362-370 372-375 377-379 382-386 390-397 400-410
  412-416 419-428 430-437 439-441 443-444 446-451 453-460 462-464 466-484 486-489 491-502 506-512 514-516
  520-556 558 560-568 570-603 605-628 636-657 662-676 680-698 703-708 710 732-733 749 754-799 804-807 820-839
  841-843 862-863 908-918 920-927 939-943 1004 1007 1021-1025 1037-1039 1041-1080 1082-1127 1164 1173-1174
  1176-1177 1187-1193 1204 1209 1220-1224 1229-1236 1239-1304 1310-1336 1338-1339 1341-1342 1351 1357 1384-1386
  1389-1395 1419-1423
`

/** Highest listed ID. Higher IDs may have been added since. */
export const CWE_NEWEST = 1423

const ranges = IDS.trim()
  .split(/\s+/)
  .map((range) => range.split('-').map(Number))

/** Returns true for a listed CWE number, and for up to 100 numbers above the highest. */
export const isCwe = (id: number): boolean =>
  id > CWE_NEWEST ? id <= CWE_NEWEST + 100 : ranges.some(([from = 0, to = from]) => from <= id && id <= to)
