import type { Finder, Piece } from './pieces.ts'
import { endOfAddress, NO_HOUSE_AFTER } from './street-rules.ts'

const CAPITAL = String.raw`(?:[dl]['’])?\p{Lu}[\p{L}'’-]{1,24}`
/** A house number, but not an amount, a range or a percentage. */
const HOUSE = String.raw`\d{1,3}(?:\s?[a-h](?![\p{L}\p{N}]))?(?:[-/]\d{1,3}[a-z]?)?(?![\p{L}\p{N}]|[.,:]\d|\s?[-–]\s?\d|['’%°€$£])`
const START = String.raw`(?<![\p{L}\p{N}.'’/#-])`

/** Streets that start with a preposition: "Im Hinterdorf", "Achter de Kerk". */
const PREPOSITIONS =
  "Im|Am|Zum|Zur|Beim|Hinterm|Unterm|Vorm|Ob der|Auf der|Auf dem|Auf den|Auf’m|An der|An den|An dem|An de|In der|In den|In dem|Bei der|Bei den|Unter den|Unter der|Hinter der|Hinter dem|Hinter den|Vor der|Vor dem|Neben der|Über der|Zu den|Aan de|Aan den|Aan het|Op de|Op den|Op het|Op 't|Op ’t|Achter de|Achter het|Onder de|Onder het|Bij de|Voor de|Over de|Langs de|Tussen de|Buiten de|Boven de|In de|In het|In 't|In ’t|Ter|Ten"
/** Streets of two words: "Kleine Gasse", "Oude Gracht". */
const ADJECTIVES =
  'Klein|Groß|Ober|Unter|Alt|Neu|Lang|Kurz|Hoh|Inner|Äußer|Vorder|Hinter|Mittler|Breit|Schmal|Krumm|Oud|Nieuw|Grot|Kort|Hog|Lag|Voorst|Achterst'
/** Street words with other meanings: "of" and a name must follow. */
const AMBIGUOUS_STREET_WORDS =
  'cuesta|subida|bajada|senda|sendero|vereda|callejuela|costera|pasadizo|escalinata|escaleras|rampa|rincón|corral|portales|barriada|barranco|carrera|acera|cava|cañada|callizo|corredera|postigo|atajo|calleja|barrio|colonia|finca|escadas|quelha|canada|congosta|pátio|terreiro|rossio|jardim|setor|sítio|lugar|loteamento|passagem|cais|recanto|ramal|discesa|borgo|traversa|rampe|campiello|calle|rione|scalinata|ripa|riva|erta|chiasso|stradone|stradella|stradello|viottolo|circonvallazione|molo|calata|masseria|podere|côte|sente|traverse|cour|promenade|parvis|voie|digue|mail|traboule|cité|corniche|coteau|quartier|rampe|levée|montée|clos|carrer|camí|pujada|baixada'
const BRITISH_ENDS =
  'Hey|Garth|Fold|Croft|Wynd|Brae|Nook|Paddocks?|Meadows?|Orchards?|Copse|Larches|Elms|Oaks|Firs|Limes|Willows|Beeches|Poplars|Hollies|Laurels|Chase|Mead|Leas?|Leys|Dene|Holt|Bottom|Gate|Yard|Fields?|Cottages|Villas|Buildings|Mansions|Ridings|Spinney|Glebe|Haven|Hollow|Knoll|Landing|Crossing|Cove|Glen|Bluff|Trace|Common|Moorings|Warren|Wood|Woods|Gait|Vennel|Pightle|Twitten|Ginnel|Weint|Shaw|Hurst|Combe|Stile|Pastures?|Furlong|Acre|Acres|Tye|Staithe|Boreen|Weir|Ford|Bridge|Rocks?|Cross|Corner|Lock|Mount|Brow|Rake|Rough|Stead|Thorpe|Toft|Wells?'
const STREET_TYPES =
  'Lane|Road|Street|Avenue|Close|Drive|Way|Hill|Row|Green|Terrace|Place|Square|Court|Gardens|Walk|Crescent|Grove|Mews'
const CELTIC =
  'Cois|Bóthar|Sráid|Ascaill|Gleann|Páirc|Cnoc|Baile|Árd|Ard|Radharc|Cúirt|Clós|Faiche|Lána|Céide|Maes|Heol|Ffordd|Stryd|Lôn|Llys|Cwrt|Bryn|Cae|Rhodfa|Rhes|Clos|Trem|Gerddi|Parc|Tan'

const OF = `(?:de la |de las |de los |del |dels |de |da |do |das |dos |di |della |dello |delle |dei |degli |dell['’]|du |des |d['’]|of |the |y |i )`
const PLACES = [
  // Im Hinterdorf 4
  String.raw`(?<place>(?:${PREPOSITIONS})\s(?:\p{Lu}\p{Ll}{1,14}e[nrsm]\s)?${CAPITAL}(?:\s(?:der|den|dem|am|im|van|de)\s${CAPITAL}|\s${CAPITAL})?)\s${HOUSE}`,
  // Oude Gracht 118 bis
  String.raw`(?<both>(?:${ADJECTIVES})e[rsn]?\s${CAPITAL})\s${HOUSE}(?:\sbis)?`,
  // Kouter 8 bus 2
  String.raw`(?<!(?:de|du|des|la|le|les|van|der|den|aux?)\s)${CAPITAL}(?:\s${CAPITAL})?\s\d{1,4}[a-z]?,?\s(?:bus|bte|boîte|boite)\.?\s\d{1,3}(?!\p{N})`,
  // The Old Forge, 2 Mill Lane
  String.raw`The(?:\s${CAPITAL}){1,3},(?=\s\d{1,4}[a-h]?\s(?:${CAPITAL}\s){1,3}(?:${STREET_TYPES})(?!\p{L}))`,
  // Cuesta de San Blas, 4
  String.raw`(?:${AMBIGUOUS_STREET_WORDS.split('|')
    .map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`)
    .join(
      '|',
    )})\s(?:(?:${OF}){1,2}|(?=\p{Lu}))${CAPITAL}(?:\s(?:${OF}){0,2}${CAPITAL}){0,3},?\s(?:n[.º°o]{1,2}\s?)?${HOUSE}`,
  // 12 bis, traverse des Lilas
  String.raw`\d{1,4}(?:\s(?:bis|ter))?,?\s(?:[Ss]ente|[Tt]raverse|[Cc]our|[Pp]romenade|[Vv]oie|[Cc]ité|[Cc]ôte|[Cc]orniche|[Cc]los|[Mm]ail|[Dd]igue|[Pp]arvis|[Mm]ontée|[Ll]evée)\s(?:${OF}){1,2}${CAPITAL}`,
  // 14 The Larches; 3 Mill Hey Road
  String.raw`\d{1,4}[a-h]?,?\s(?:The\s(?:${CAPITAL}\s)?|(?:${CAPITAL}\s){1,2})(?:${BRITISH_ENDS})(?![\p{L}'’-])(?:\s(?:${STREET_TYPES})(?!\p{L}))?`,
  // 5 Cois na hAbhann
  String.raw`(?:${CAPITAL}\s(?:na|an|y|yr)\s[a-z]?${CAPITAL},\s)?\d{1,4}[a-h]?,?\s(?:${CELTIC})(?:\s(?:na|an|a['’]|y|yr|ar|['’]r|the|['’]n|ap)){0,2}\s[a-z]{0,2}-?${CAPITAL}(?:\s[a-z]{0,2}-?${CAPITAL})?`,
].map((place) => new RegExp((START + place).replaceAll(String.raw`\s`, String.raw`[^\S\n]`), 'gu'))

/** A number and a name of several words after a phrase of residence: "I've been at 7 Mill Hey". */
const RESIDENCE_BEFORE =
  /(?<=(?<![\p{L}])(?:(?:live|lives|lived|living|been|i['’]?m|we['’]?re|i am|we are|staying|resident|residing|based|here|us|me|home|house|next door|neighbours?|parents|delivered|left|dropped)\s(?:at|to)|deliver to|sent to|send it to|post it to|moved to|address is|address:|house is|j['’]habite(?: au)?|vivo al|habite au)\s{1,2})(?<stay>\d{1,4}[a-h]?,?\s\p{L}[\p{L}'’-]{1,24}\s\p{L}[\p{L}'’-]{1,24}(?:\s\p{L}[\p{L}'’-]{1,24})?)/gu
const HOUSE_AND_STREET = new RegExp(
  String.raw`^\d{1,4}[a-h]?,?\s(?:The\s)?${CAPITAL}\s${CAPITAL}(?:\s${CAPITAL})?`,
  'u',
)

/** Words between a preposition and a number that are not streets: "In der Packung 3". */
const NO_STREET =
  /\s(?:pizza|cola|portion|packung|flasche|dose|tasse|tute|schachtel|grosse|auflage|ausgabe|menge|sorte|maat|fles|doos|versie|zimmer|kapitel|jahr|jahre|saal|teil|level|block|gleis|stock|alter|raum|regal|halle|artikel|abschnitt|band|heft|film|test|punkt|woche|tag|seite|schnitt|durchschnitt|internet|fall|sommer|winter|herbst|fruhjahr|fruhling|angebot|preis|set|paket|doppelpack|shop|laden|hotel|restaurant|vergleich|update|version|modus|stand|gate|terminal|schalter|ausgang|eingang|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|abend|morgen|kamer|perron|balie|hoofdstuk|pagina|dag|week|rij|hal|zaal|verdieping|plaats|lijst|aanbieding|de winkel|app|iphone|galaxy|playstation|xbox|windows|android|bus|linie|lijn|tram|platz \d|sitz|reihe|wagen|abteil|display|modell|galaxie|finale|ersten|zweiten|dritten|letzten|haus der|serie|staffel|folge|welt|liga|bundesliga|klasse|stufe|gruppe|team)(?:[\s-]|$)/u

/** Matches the words of `NO_HOUSE_AFTER`, which is a negative lookahead. */
const NOT_HOUSE = new RegExp(`^(?!${NO_HOUSE_AFTER})`, 'u')
/** The end of the text or punctuation after a place. */
const STOPPED = /^\s{0,2}(?:$|[,.;:)!?\n\ufffc(–—-])/u
/** A capitalized preposition in the middle of a sentence starts a name. */
const MID_SENTENCE = /[\p{L}\p{N},(\ufffc„"]\s{1,2}["„»(]?$/u

/** Finds streets without a street word: by a capitalized preposition, a place word, or a phrase of residence. */
export const bareStreetsIn: Finder = ({ original, folded }) => {
  const places = PLACES.flatMap((pattern) =>
    [...original.matchAll(pattern)].filter(({ index, 0: { length }, groups }) => {
      const end = index + length
      if (NOT_HOUSE.test(folded.slice(end, end + 24))) return false
      const isMidSentence = MID_SENTENCE.test(original.slice(Math.max(0, index - 4), index))
      const isStopped = STOPPED.test(original.slice(end, end + 4))
      // A pattern with the group `both` must start in mid-sentence and be stopped. With `place`, one of these suffices.
      if (groups?.both) return isMidSentence && isStopped && !NO_STREET.test(folded.slice(index, end))
      return !groups?.place || (!NO_STREET.test(folded.slice(index, end)) && (isMidSentence || isStopped))
    }),
  ).map(({ index, 0: { length } }): Piece => ({ kind: 'ADDRESS', start: index, end: index + length }))
  const residences = [...folded.matchAll(RESIDENCE_BEFORE)].flatMap(({ index }): Piece[] => {
    const [named] = HOUSE_AND_STREET.exec(original.slice(index, index + 84)) ?? []
    return named === undefined ? [] : [{ kind: 'ADDRESS', start: index, end: index + named.length }]
  })
  return [...places, ...residences].map((piece) => ({ ...piece, end: endOfAddress(original, piece.end) }))
}
