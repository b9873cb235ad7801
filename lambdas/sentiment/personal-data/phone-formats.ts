/**
 * What is dialled within a country, digits alone: trunk prefix, area, number. Wider than what is assigned today: a
 * number that does not answer any more was somebody's.
 */
const ZERO_NINE_TO_ELEVEN = /^0[1-9]\d{7,10}$/
const NORTH_AMERICA = /^1?[2-9]\d{9}$/

export const NATIONAL_NUMBERS: Readonly<Record<string, RegExp>> = {
  US: NORTH_AMERICA,
  CA: NORTH_AMERICA,
  GB: /^0[1-9]\d{8,9}$/,
  IE: /^0[1-9]\d{6,9}$/,
  AU: /^(?:0[2-478]\d{8}|1[38]00\d{6})$/,
  NZ: /^0[2-9]\d{7,9}$/,
  DE: ZERO_NINE_TO_ELEVEN,
  AT: /^0[1-9]\d{6,11}$/,
  CH: /^0[1-9]\d{8}$/,
  LI: /^[2-9]\d{6}$/,
  FR: /^0[1-9]\d{8}$/,
  BE: /^0[1-9]\d{7,8}$/,
  LU: /^(?:2\d{5,8}|6\d{8})$/,
  ES: /^[5-9]\d{8}$/,
  MX: /^(?:0?1|04[45])?[2-9]\d{9}$|^0{2}\d{8}$|^\d{2}0{4}\d{4}$/,
  AR: /^0?(?:11|[2-3]\d{1,3})(?:15)?\d{6,8}$|^15\d{8}$/,
  CO: /^3\d{9}$|^60\d{8}$/,
  CL: /^[29]\d{8}$/,
  PE: /^9\d{8}$/,
  PT: /^[239]\d{8}$/,
  BR: /^0?(?:\d{2})?(?:[1-9]\d)9?\d{8}$/,
  IT: /^(?:0\d{5,10}|3\d{8,9})$/,
  NL: /^0[1-9]\d{8}$/,
}

/** Words beside telephone numbers, by language, folded. */
export const CALL_CUES: Readonly<Record<string, string>> = {
  en: 'call|calls|phone|telephone|tel|mobile|mob|cell|cellphone|text|txt|sms|whatsapp|whats app|wa|ring|dial|fax|number|ph|landline|reach me|contact|callback|call back|give me a bell|imessage|t|m',
  de: 'ruf|rufe|ruft|anruf|anrufen|ruckruf|zuruckrufen|tel|telefon|telefonnummer|telefonnr|telnr|handy|handynummer|handynr|mobil|mobilnummer|natel|festnetz|nummer|rufnummer|durchwahl|erreichbar|fax|klingel|klingelt|whatsapp|signal|bimmel',
  fr: 'appelez|appeler|appelle|appelez-moi|rappelez|rappeler|rappelez-moi|rappelle|tel|tel.|telephone|tph|fixe|portable|port|gsm|mobile|numero|num|natel|joignable|contactez|contacter|contact|sms|texto|fax|whatsapp|ligne',
  es: 'llama|llamad|llamadme|llamame|llamen|llamenme|llamar|llamo|tel|tel.|tlf|tlf.|tfno|tfno.|telf|telefono|fono|movil|celular|cel|cel.|fijo|numero|num|contacto|whatsapp|wasap|wsp|guasap|marcar|marquen|sms|llamaron|contactar|linea|cell',
  pt: 'liga|ligue|liguem|ligar|ligam|ligaram|tel|tel.|telefone|telefonem|telemovel|tlm|tlm.|tlf|celular|cel|fixo|numero|num|contacto|contato|whatsapp|whats|zap|zapzap|fone|chama|contactem|ramal|linha',
  it: 'chiama|chiamate|chiamatemi|chiamami|chiamare|tel|tel.|telefono|telefonare|telefonate|cell|cell.|cellulare|fisso|numero|num|contatto|contattatemi|whatsapp|recapito|fax|richiamate|richiamatemi|centralino|utenza',
  nl: 'bel|bellen|belt|gebeld|terugbellen|tel|tel.|telefoon|telefoonnummer|telnr|mobiel|gsm|nummer|06|app|appen|appje|bereikbaar|whatsapp|fax|sms|vaste lijn|nr|belde|contact',
}
