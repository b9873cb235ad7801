import { foldCase } from './placeholders.ts'

/**
 * Destinations to which personal data of the EU may be transferred without a further basis (GDPR 44-46): the EEA, and
 * countries that the Commission has found adequate as a whole. Excludes the United States and Canada, where adequacy
 * depends on the recipient.
 */
export const ADEQUATE_JURISDICTIONS: readonly string[] = [
  ...['eu', 'european union', 'eea', 'european economic area'],
  ...['at', 'austria', 'be', 'belgium', 'bg', 'bulgaria', 'hr', 'croatia', 'cy', 'cyprus', 'cz', 'czechia'],
  ...['czech republic', 'dk', 'denmark', 'ee', 'estonia', 'fi', 'finland', 'fr', 'france', 'de', 'germany', 'gr', 'el'],
  ...['greece', 'hu', 'hungary', 'ie', 'ireland', 'it', 'italy', 'lv', 'latvia', 'lt', 'lithuania', 'lu', 'luxembourg'],
  ...['mt', 'malta', 'nl', 'netherlands', 'the netherlands', 'pl', 'poland', 'pt', 'portugal', 'ro', 'romania'],
  ...['sk', 'slovakia', 'si', 'slovenia', 'es', 'spain', 'se', 'sweden', 'is', 'iceland', 'li', 'liechtenstein'],
  ...['no', 'norway', 'uk', 'gb', 'united kingdom', 'great britain', 'ch', 'switzerland', 'ad', 'andorra'],
  ...['ar', 'argentina', 'fo', 'faroe islands', 'gg', 'guernsey', 'il', 'israel', 'im', 'isle of man', 'jp', 'japan'],
  ...['je', 'jersey', 'nz', 'new zealand', 'kr', 'south korea', 'republic of korea', 'uy', 'uruguay'],
]

/** Returns true if every jurisdiction in the text ("Germany, France") is on the list. */
export const isAdequate = (jurisdiction: string): boolean =>
  jurisdiction.split(/[,;/&+]/).every((name) => ADEQUATE_JURISDICTIONS.includes(foldCase(name)))
