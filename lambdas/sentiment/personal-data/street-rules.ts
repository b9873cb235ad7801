import { isBusinessNumber } from './business-number-rules.ts'
import { anyCase } from './cues.ts'
import { type Finder, matchesOf, type Piece } from './pieces.ts'
import type { PlainText } from './plain-text.ts'

/** Words after the name of a street, with the number before it: "12 Rose Lane". Folded, like all lists here. */
const STREET_WORDS_AFTER_NAME =
  'street|st|road|rd|avenue|ave|av|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|tce|crescent|cres|close|way|parade|pde|parkway|pkwy|highway|hwy|row|gardens|gdns|grove|hill|mews|walk|loop|circle|cir|trail|rise|view|park|green|quay|wharf|esplanade|circuit|cct|alley|bend|ridge|pike|turnpike|path|heights|mount|vale|estate|dock|bank|strand|bothar'

/** French street words, with the number before or after: "12, rue de la Paix", "rue du Midi 4". */
const FRENCH_STREET_WORDS =
  'rue|avenue|av|av.|ave|boulevard|bd|bld|blvd|place|pl.|chemin|ch.|allee|allees|impasse|imp.|quai|route|rte|passage|cours|square|sentier|venelle|ruelle|residence|lotissement|hameau|lieu-dit|faubourg|rond-point|esplanade|montee|clos|dreve|chaussee|lieudit|residences'

/** Words before the name of a street, with the number after it: "Via Roma, 12". */
const STREET_WORDS_BEFORE_NAME =
  'calle|c/|c.|cl|avenida|avda|avda.|av|plaza|pza|pza.|plza|paseo|p.o|pso|ronda|camino|cno|carretera|ctra|ctra.|travesia|glorieta|callejon|rambla|bulevar|urbanizacion|urb.|calzada|privada|cerrada|prolongacion|diagonal|pasaje|pje|via|viale|v.le|piazza|p.za|p.zza|piazzale|corso|c.so|vicolo|vico|largo|lungomare|lungotevere|strada|contrada|c.da|salita|galleria|rua|r.|travessa|tv.|praca|pca.|largo|alameda|al.|estrada|estr.|rodovia|rod.|beco|calcada|ladeira|praceta|rotunda|bairro|quinta|vila|viela|caminho|pç.|pca.|pça.|lg.|lgo.|l.go|p.le|trav.|trv.|azinhaga|urb|avª|av.ª|av.a|jd.|str.|loc.|jr.|jiron|cond.|condominio|localita|frazione|b.go|vle|pzza|p.tta|piazzetta|fondamenta|sestiere|carrera|cra|cra.|kra|transversal|plz.|pº|carrer|cami|avinguda|passeig|rambla|psje|psje.|fraz.|estrada nacional|costanilla|escadinhas|rio tera|travessera|cascina|pcta'

/** Street and place words with other meanings. A postcode with its town must follow. */
const AMBIGUOUS_STREET_WORDS =
  'pc|pc.|lgo|tr.|az.|est.|urbanizacao|lugar de|lugar do|lugar da|sitio|avenida|quadra|qd.|setor|jardim|str|loc.|borgo|viuzza|calle|campo|campiello|rione|traversa|plz|pl|pl.|cº|c.o|cno.|bº|partida|poligono|pol. ind.|placa|rua do|ruas|gral|gral.|bvar|bvar.|blvr|finca|barrio|cuesta|subida|bajada|senda|vereda|cjon|colonia|circuito|retorno|andador|eje|libramiento|periferico|escadas|patio|avda|rodovia|servidao|via|v.|sp|ss|cite|villa|traverse|cour|galerie|res|res.|lot.|ham.|promenade|parvis|voie|digue|sente|mail|zac|za|zi|fg|fbg|lieu dit|lieudit|quartier|domaine|port|corniche|cote|chemins|rues|residences'

/** Endings of one-word street names: "Lindenhofweg 14", "Spoorkade 101-3hg". */
const STREET_ENDINGS =
  'strasse|straße|straβe|plads|stig|graben|gang|tor|bogen|twiete|redder|steinweg|winkel|anger|garten|park|schleife|stiege|brucke|promenade|strasse|pfad|bruch|horn|acker|laantje|weide|gaarde|erf|oord|haven|brink|poort|park|hout|kant|wende|warf|drift|zicht|brug|dam|meent|esplanade|markt|wijk|tuin|heide|donk|str.|str|weg|gasse|gassli|platz|allee|ring|damm|ufer|steig|stieg|pfad|chaussee|zeile|gurtel|kai|promenade|siedlung|strasschen|hof|wiese|wiesen|berg|feld|rain|straat|laan|kade|plein|gracht|dijk|singel|hof|pad|dreef|steeg|baan|plantsoen|lei|steenweg|markt|burg|kamp|akker|veld|wal|hoek|horst|dwarsstraat|stationsstraat'

/** German streets that start with a preposition, and streets of two words. */
const STREETS_OF_SEVERAL_WORDS = String.raw`(?:(?:an|auf|in|im|am|bei|beim|zum|zur|unter|hinter|vor|hinterm|unterm)\s(?:(?:der|den|dem|die|das|alten|neuen|hohen|grossen|kleinen|oberen|unteren)\s){0,2}[\p{L}-]{3,30}|[\p{L}-]{3,30}\s(?:strasse|straße|str\.|weg|gasse|platz|allee|ring|damm|ufer|straat|laan|kade|plein|gracht|dijk|singel|steenweg)|(?:de|het|oude|nieuwe|grote|kleine|lange|korte)\s[\p{L}-]{3,30}(?:straat|laan|kade|plein|gracht|dijk|singel|weg|markt|pad)?)`

const UNITS =
  'chalet|bungalow|adosado|duplex|parcela|parc|appt|bldg|building|tower|gate|stairs|haus|hs nr|gebaude|aufgang|eingang|zimmer|studio|rez|sous-sol|lgt|logement|atico|entlo|entresuelo|planta|pl|edificio|edif|ed|manzana|mz|lote|lt|interior|exterior|ext|nave|urb|fase|portaria|conjunto|cj|cjto|quadra|qd|casa|lj|loja|cobertura|anexo|sobreloja|entrada|pal|pal.|sc|sc.|corte|app|kamer|toren|gebouw|appartement|etg|apt|apartment|unit|suite|ste|flat|floor|fl|room|rm|lot|level|block|wohnung|whg|top|tur|stiege|stock|og|dg|eg|hinterhaus|hh|vorderhaus|appt|appartement|app|etage|esc|escalier|bat|batiment|bte|boite|hall|porte|cedex|bp|piso|puerta|pta|portal|esc|escalera|bajo|int|interior|depto|dpto|departamento|oficina|of|colonia|col|delegacion|barrio|casa|apto|ap|apartamento|bloco|bl|andar|sala|fracao|lote|torre|cep|c.p|cp|cap|scala|interno|piano|int|palazzina|bus|verdieping|hs|huis|esq|dto|frente|r/c|cave|km|b.o|bairro|centro'

/** Parts of a house without a number. */
const HOUSE_PARTS =
  'hinterhaus|vorderhaus|gartenhaus|seitenflugel|hinterhof|rechts|links|mitte|parterre|dachgeschoss|erdgeschoss|souterrain|rez-de-chaussee|rdc|sous-sol|atico|bajo|bajos|entresuelo|principal|ppal|derecha|izquierda|izda|dcha|centro|rez do chao|res-do-chao|r/c|cave|frente|tras|fundos|terreo|piano terra|piano rialzato|attico|mansarda|seminterrato|begane grond|bel-etage|souterrain|boven|beneden|ground floor|basement|top floor|first floor|s/n'

/** Words for houses with names: "Rose Cottage, 3 Church Lane". */
const NAMED_HOUSES =
  'cottage|house|lodge|farm|farmhouse|barn|villa|manor|hall|mill|court|mansions|cottages|bungalow|rectory|vicarage|croft|apartments|works|business park|industrial estate'

const STREET_PREPOSITIONS =
  'an|auf|in|im|am|ans|bei|beim|zum|zur|unter|hinter|vor|hinterm|unterm|uber|neben|achter|aan|op|onder|bij|voor|boven|buiten|over|langs|de|het|den|’t|in’t|oude|nieuwe|grote|kleine|lange|korte|alte|alter|altes|neue|neuer|neues|grosse|grosser|kleine|kleiner|obere|oberer|untere|unterer|hohe|hoher|lange|langer|strasse|straße|platz|bei der|rue|via'

const escapePeriods = (words: string): string => words.replaceAll('.', String.raw`\.`)
const WORD = String.raw`[\p{L}][\p{L}'’.-]{0,29}`
const HOUSE = String.raw`\d{1,5}(?:\s?(?:bis|ter|quater)(?!\p{L})|(?:[a-gi-z]|\s[a-f])(?![\p{L}\p{N}])|(?:\s?[-/–]\s?\d{1,4}[a-z]{0,3}){1,3}|\s?[-/]\s?[a-z]{1,3}(?![\p{L}\p{N}])|-[a-z\d]{1,4})?(?:[-/][\da-z]{1,4})?`
/** Markers for rural houses without a number. */
const NUMBERLESS = String.raw`(?:s/n|s/nr?o?|s\.n\.?|sn|snc|sin numero|sem numero|senza numero|km\.?\s?\d{1,3}(?:[.,]\d{1,3})?)`
const NUMBERED = String.raw`(?:(?:,?\s(?:n[.o°]{0,2}\s?|nr\.?\s|num\.?\s|nro\.?\s?|numero\s|no\.?\s|#\s?)?|,\s?|\s)(?:${HOUSE}|${NUMBERLESS})(?![\p{L}\p{N}]|[.,:]\d)|,\s\d{1,2}\.\d{3}(?!\d|,\d)|,?\s(?:lote|lt|casa|chacara)\.?\s\d{1,4}[a-z]?(?![\p{L}\p{N}]))`
const MONTH =
  '(?:jan|feb|mar|apr|abr|avr|ma[iy]|mag|giu|jui|jun|jul|lug|ago|aug|aou|set|sep|oct|okt|out|ott|nov|dez|dec|dic|ene|gen)'
/** No word may follow that shows that a number is not a house number: a month, a currency, a duration. */
export const NO_HOUSE_AFTER = String.raw`(?!\s?\.?\s?(?:de |di |do |of )?${MONTH}\p{L}{0,7}(?!\p{L})|\s?(?:quid|bucks|pounds|dollars|pesos|reais|francs?|franken|chf|paus|mangos|pavos|contos|balles|uhr|horas|ore|uur|stunden|hours|minuten|minutos|minuti|wochen|weeks|semaines|semanas|settimane|weken|tage|days|jours|dias|giorni|dagen|monate|months|mois|meses|mesi|maanden|sterne|stars?|etoiles?|estrellas|stelle|sterren|€|euros?|%|km|min|uhr|h(?!\p{L})|x\d|personen|personnes?|personas?|pessoas?|persone|people|heures?|nuits?|noches|noites|notti|nachten|nachte|sternen?|minutes?|ans|jahre|(?:gr?|kg|mg|ml|cl|l|cm|mm|m|m2|gb|mb|tb|w|mal|x|fois|veces|vezes|volte|keer|times|stuks|stuck|cv|ps)(?!\p{L})))`

const BEGINS_STREET = new RegExp(
  `^(?:${escapePeriods(`${FRENCH_STREET_WORDS}|${STREET_WORDS_BEFORE_NAME}`)})(?![\\p{L}])|^(?:flat|apt|apartment|unit|suite|room|an|auf|in|im|am|bei|beim|zum|zur|unter|hinter|vor|de|het)\\s`,
  'u',
)

const HEADS = [
  // 12 Rose Lane; Flat 3B, 112 Kestrel Road; Rose Cottage, 3 Church Lane
  String.raw`(?:(?:(?!(?:at|in|to|is|from|near|live|lives|living|by|i)\s)${WORD}\s){1,3}(?:${NAMED_HOUSES}),\s)?(?:(?:flat|apt|apartment|unit|suite|room)\.?\s#?[\da-z]{1,5}(?:/|,?\s))?(?!(?:19|20)\d{2}[-/]|\d{1,5}\s?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|people|dollars|stars?|times|percent|other|more|of)(?!\p{L}))\d{1,5}[a-z]?(?:[-/]\d{1,5}[a-z]?)?,?\s(?:(?!(?:at|on|in|from|for|to|of|by|and|or|is|was|the\sone|with|via|near)\s)(?:${WORD}|\d{1,3}(?:st|nd|rd|th))\s){1,4}(?:${STREET_WORDS_AFTER_NAME})(?![\p{L}])\.?(?:\s(?:north|south|east|west|[ns][ew]?|[ew])(?![\p{L}]))?`,
  // 3 bis, rue des Fleurs; 12 chemin du Lac
  String.raw`(?!(?:19|20)\d{2}[-/])(?<!(?<!\p{L})${MONTH}\p{L}{0,7}\s)${HOUSE},?\s(?:${escapePeriods(FRENCH_STREET_WORDS)})(?:(?<=[/.])\s?|\s)(?:${WORD}(?:\s|(?![\p{L}]))){1,5}(?:,?\s?\d{1,3}[a-z]?(?![\p{L}\p{N}]))?`,
  // rue des Fleurs 3; Via dei Glicini, 14/A; C/ del Olmo, 14
  String.raw`(?:${escapePeriods(`${FRENCH_STREET_WORDS}|${STREET_WORDS_BEFORE_NAME}`)})(?:(?<=[/.])\s?|\s)(?:(?!(?:on|at|is|was|and|for|but|after|before|estava|estaba|esta|era|etait|est|foi|fue|fica|chiusa|cerrada|fermee|war|ist|mais|pero|ma)\s)${WORD}\s){0,5}?(?!(?:el|le|il|al|a|as|o|on|at|in|em|on|the|las|les|das|dos|à|für|um|ab|bis|seit|alle|ore|um|om|op|der|den|vom|am|zum)[\s,])(?:${WORD}|\d{1,2}\sde\s${WORD})${NUMBERED}`,
  // Lindenhofweg 14; Karl-Marx-Str. 3
  String.raw`[\p{L}-]{2,30}(?:${escapePeriods(STREET_ENDINGS)})${NUMBERED}`,
  // Quedlinburger Str. 7
  String.raw`(?!(?:der|die|diese|dieser|einer|eine|unserer|meiner|ganze|ganzen|gleichen|selben)\s)[\p{L}-]{3,30}\s(?:strasse|straße|str\.)${NUMBERED}`,
  // Oude Gracht 118
  String.raw`(?:oude|nieuwe|grote|kleine|lange|korte|hoge|lage)\s(?:[\p{L}-]{0,20}(?:straat|laan|kade|plein|gracht|dijk|singel|weg|markt|haven))${NUMBERED}`,
  // Schönhauser Allee 114a: an adjective of a place before the street word
  String.raw`(?!(?:der|dieser|jeder|welcher|einer|keiner|meiner|deiner|seiner|ihrer|unserer|eurer|alter|neuer|langer|grosser|kleiner|schoner|erster|letzter|unter|uber|hinter|immer|aber|oder|runder|weiter)\s)[\p{L}-]{3,28}er\s(?:allee|platz|ufer|damm|ring|chaussee|weg)${NUMBERED}`,
  // Cra. 15 # 88-21: a numbered street
  String.raw`(?:calle|cl|cll|carrera|cra|kr|kra|diagonal|diag|transversal|tv|avenida|av|ak|ac)\.?\s\d{1,3}\s?[a-z]{0,3}\s?(?:sur|norte|este|oeste)?\s?(?:#|no\.?|n\.?o\.?|nro\.?|num\.?|numero)\s?\d{1,3}\s?[a-z]{0,2}\s?-\s?\d{1,3}`,
].map((head) => new RegExp(String.raw`(?<![\p{L}\p{N}.,/'’-]|[\p{N}][\s.)])(?:${head})${NO_HOUSE_AFTER}`, 'gu'))

/** Names of two words that can also be other words. A postcode must follow. */
const HEAD_BEFORE_POSTCODE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${STREETS_OF_SEVERAL_WORDS}${NUMBERED}(?=,?\s{1,2}(?:[a-z]{1,2}-)?\d{4})`,
  'gu',
)

const CAPITAL = String.raw`\p{Lu}[\p{L}'’.-]{1,30}`
/** Streets without a number or with any name. A postcode with its town must follow. */
const HEADS_BEFORE_TOWN = [
  String.raw`(?<![\p{L}\p{N}'’.-])(?:${escapePeriods(`${FRENCH_STREET_WORDS}|${STREET_WORDS_BEFORE_NAME}|${AMBIGUOUS_STREET_WORDS}`)})(?:(?<=[/.])\s?|\s)(?:${WORD}(?:\s|(?![\p{L}]))){1,5}(?:,?\s?\d{1,3}[a-z]?(?![\p{L}\p{N}]))?`,
  String.raw`(?<![\p{L}\p{N}'’.-])(?:(?:${anyCase(STREET_PREPOSITIONS)})\s)?(?:(?:der|den|dem|de|het|'t|’t|Der|Den|Dem|De|Het)\s)?(?:\p{Lu}[\p{L}'’.-]{1,29}\s(?:(?:de|der|den|la|le|des|van|del|do|da)\s){0,2}){1,4}(?:${HOUSE.replaceAll('a-z', 'A-Za-z').replaceAll('a-f', 'A-Fa-f')})(?![\p{L}\p{N}]|[.:]\d)`,
].map((head) => new RegExp(head, 'gu'))
/** Any street with its number before it and a British postcode at the end: "14 The Larches, Kettering NN16 9ZZ". */
const BRITISH = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/-])(?:(?:[Ff]lat|[Aa]pt|[Uu]nit|[Rr]oom)\.?\s[\dA-Za-z]{1,4},?\s)?\d{1,4}[A-Za-z]?,?\s(?:${CAPITAL},?\s){1,6}[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,/-])(?:[Ff]lat|[Aa]pt|[Uu]nit)\.?\s[\dA-Za-z]{1,4},?\s\d{1,4}[A-Za-z]?,?\s(?:The\s)?${CAPITAL}(?:\s${CAPITAL}){0,2}|(?<![\p{L}\p{N}.,/-])(?:${CAPITAL}\s){1,2}(?:Cottage|Farm|Lodge|Barn|House|Manor),\s(?:${CAPITAL}\s){1,2}(?:Lane|Road|Street|Hill|Row|Green|Close|Way|Avenue)(?![\p{L}])|(?<![\p{L}\p{N}.,/-])(?:(?:${CAPITAL}\s){0,3}${CAPITAL},\s){1,3}(?:${CAPITAL}[\s-]){1,2}[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,/-])\d{1,4}[A-Za-z]?\sThe\s\p{Lu}[\p{L}-]{2,20}s?(?=,\s\p{Lu})`,
  'gu',
)
const SMALL = `(?:de|del|de la|de las|de los|da|do|dos|das|di|d'|d’|la|le|les|los|las|el|am|an der|im|in|ob der|bei|sur|sous|en|aan den|aan de|ter|ten|den|op|van|upon|on|under|do)`
const NO_TOWN =
  '(?!(?:NIF|NIE|NIS{1,2}|DNI|CPF|RG|CURP|RFC|CUIL|CUIT|BSN|SSN|NINO|AHV|AVS|IBAN|PEC|PIN|CF|CC|NHS|PPS|IP|MAC|DOB|[Tt]el|TEL|[Tt]elefon|[Tt]eléfono|[Tt]elefone|[Tt]elefono|[Tt]éléphone|[Tt]elefoon|[Tt]fno|[Tt]lf|[Tt]elem|[Hh]andy|[Mm]obil|[Mm]obile|[Nn]atel|[Gg]sm|GSM|[Cc]ell?|[Ff]ax|[Ee]-?mail|[Mm]ail|[Pp]hone|[Nn]ame|[Nn]om|[Nn]aam)(?!\\p{L}))'
const TOWN = String.raw`${NO_TOWN}${CAPITAL}(?:(?:[\s-]${SMALL}){0,2}[\s-]${CAPITAL}){0,3}`
const POSTCODE = String.raw`(?:[A-Z]{1,2}[- ])?\d{5}(?:-\d{3,4})?|\d{4}-\d{3}|\d{4}\s?[A-Z]{2}(?![\p{L}])|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|[A-Z]\d{2}\s?[A-Z\d]{4}`
const BETWEEN = String.raw`[,;]?\s{0,2}[-–—/·]?\s{0,2}|\n`
/** Parts of an address after its street. Each starts where the previous one ended. */
const TAILS = [
  // , 8127 Forch
  String.raw`(?:${BETWEEN})(?:(?:[A-Z]{1,2}[- ])?\d{4,5}(?:-\d{3,4})?[,\s]{1,2}${TOWN}(?:\s?\([A-Z]{2}\))?(?:\s\d{2}(?!\d))?|(?:${POSTCODE})(?![\p{N}]|[\s.-]\d)(?:,?\s${TOWN})?)`,
  // , Haus 4B
  String.raw`(?:${BETWEEN})(?:${anyCase(escapePeriods(UNITS))})(?![\p{L}])[.:]?\s{0,2}#?[\p{L}\p{N}./-]{1,6}(?![\p{L}])`,
  // , 3º andar; , 2nd floor
  String.raw`(?:${BETWEEN})\d{1,3}\s?(?:\.?[oaº°]|er|e|eme|st|nd|rd|th|\.)\.?(?:\s(?:OG|Stock|andar|piso|etage|étage|floor|verdieping|piano|Esq|Dto|Dcha|dcha|izq|izda|Izq|[A-Z])\b\.?){0,2}`,
  // , B; , izq.
  String.raw`[,\s]{1,2}(?:[A-Z]|dcha|izq|izda|dto|esq|drcha|hg|hs|bis)\.?(?![\p{L}\p{N}])`,
  // , Kettering NN16 9ZZ
  String.raw`,?\s(?:${TOWN}),?\s(?:[A-Z]{2,3}\s)?(?:${POSTCODE})(?!\d)`,
  // , Perth WA 6000
  String.raw`,?\s${TOWN},?\s[A-Z]{2,3}\s\d{4}(?!\d)`,
  // , Hinterhaus
  String.raw`,?\s(?:${anyCase(escapePeriods(HOUSE_PARTS))})(?![\p{L}\p{N}])\.?`,
  // , Centro, 28013 Madrid
  String.raw`,?\s${TOWN},?\s(?:${POSTCODE})(?!\d)(?:,?\s${TOWN})?`,
  // , Campinas - SP
  String.raw`,\s${TOWN}(?:\s?[-–/,]\s?[A-Z]{2}(?![\p{L}])|\s?\([A-Z]{2}\))?`,
].map((tail) => new RegExp(tail, 'uy'))

const TAILS_MAX = 6

/** Returns the end of an address whose street ends at `from`: after its postcode, town, floor and so on. */
export const endOfAddress = (original: string, from: number): number => {
  let end = from
  for (let i = 0; i < TAILS_MAX; i++) {
    const ends = TAILS.map((tail) => {
      tail.lastIndex = end
      return tail.test(original) ? tail.lastIndex : end
    })
    const next = Math.max(...ends)
    if (next === end) return end
    end = next
  }
  return end
}

const POSTCODE_AND_TOWN = new RegExp(String.raw`(?:${POSTCODE}|\d{4,5})[,\s]{1,2}\p{Lu}`, 'u')

const streetsBeforeTown = ({ original, folded }: PlainText): Piece[] =>
  // The first pattern is for folded text, the second requires capitals.
  HEADS_BEFORE_TOWN.flatMap((head, i) =>
    [...(i === 0 ? folded : original).matchAll(head)].flatMap((match): Piece[] => {
      const headEnd = match.index + match[0].trimEnd().length
      const end = endOfAddress(original, headEnd)
      const hasBusinessNumber = isBusinessNumber(folded, match.index + match[0].search(/\d|$/))
      return POSTCODE_AND_TOWN.test(original.slice(headEnd, end)) && !hasBusinessNumber
        ? [{ kind: 'ADDRESS', start: match.index, end }]
        : []
    }),
  )

const withTail = (original: string, piece: Piece): Piece => ({ ...piece, end: endOfAddress(original, piece.end) })

const RATING = /\s\d{1,2}\/(?:5|10|20)$/
/** One word and a year: "Hamburg 2024", "Jahrgang 1948". */
const WORD_AND_YEAR = /^[\p{L}-]{2,40},?\s(?:19|20)\d{2}$/u
const NO_STREETS =
  /^(?:[\p{L}-]{0,20}(?:jahr|durch|ein|aus|vor|lehr|rund|zu|ab|um|schon|wasch|studien|lese)gang|[\p{L}-]{0,20}(?:mo|moni|fak|sek|trak|reak|ventila|genera|edi|direk|dok|au|adap|simula|proze|kompres|transforma|kondensa|indika|katalysa|isola|doku|navigator|opera)tor|ip|i-?pad|[\p{L}-]{0,12}pad|sp?ring|spring|[\p{L}-]{0,12}bahnhof|flug?hafen|web?winkel|webwinkel|overzicht|uitzicht|inzicht|toezicht|gezicht|bericht|[\p{L}-]{0,12}poort|supermarkt|baumarkt|media-?markt|marathon|spielfeld|blickfeld|umfeld|school|workshop|nvidia|umweg|hinweg|ruckweg|heimweg|feedback|anker|training|rating|hering|bering|boxring|ohrring|schlusselring|dichtring|dichtungsring|brennring|katzenstreu|sturm|alarm|vertrag|auftrag|beitrag|betrag|antrag|eintrag|kauf),?\s\d/iu
const CONTAINS_POSTCODE = new RegExp(String.raw`(?:${POSTCODE})(?!\d)`, 'u')

/**
 * Checks that a match is an address: a rating after the name of a restaurant looks like a house number, unless there is
 * a postcode.
 */
const isAddress = (original: string, { start, end }: Piece, headEnd: number): boolean => {
  const head = original.slice(start, headEnd)
  return (
    !(RATING.test(head) || WORD_AND_YEAR.test(head) || NO_STREETS.test(head)) ||
    CONTAINS_POSTCODE.test(original.slice(headEnd, end))
  )
}

/** Checks that a match in lower case has an unambiguous ending, because words such as "spring" end like streets. */
const isStreetName = (original: string, { 0: head, index }: RegExpExecArray): boolean =>
  !/^\p{Ll}[\p{L}-]{1,40}(?<!str)[,\s]/u.test(original.slice(index, index + 42)) ||
  /(?:strasse|straße|weg|gasse|platz|allee|straat|laan|kade|plein|gracht|dijk|singel)[,\s]/u.test(head) ||
  BEGINS_STREET.test(head)

/** Postcodes and post-office boxes that identify a few houses without a street. */
const WITHOUT_STREET = [
  // United Kingdom, United States: a postcode; a town with its state and postcode.
  /(?<![A-Za-z0-9#])(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})(?![A-Za-z0-9])/gu,
  /(?<![\p{L}\p{N}])(?:\p{Lu}\p{L}{1,20}\s?){1,2},?\s(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|PR)\s\d{5}(?:-\d{4})?(?!\d)/gu,
  // Ireland, Canada: a code for one house, or for one side of a street.
  /(?<![\p{L}\p{N}])(?:[AC-FHKNPRTV-Y]\d{2}|D6W)\s[AC-FHKNPRTV-Y\d]{4}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[ABCEGHJ-NPRSTVXY]\d[A-Z]\s\d[A-Z]\d(?![\p{L}\p{N}])/gu,
  // Portugal, Brazil, the Netherlands: with a place, or with the word for a postcode.
  /(?<![\p{L}\p{N}.-])\d{4}-\d{3}\s\p{Lu}[\p{L}-]{2,30}|(?<=\bCEP:?\s{0,2})\d{5}-?\d{3}(?!\d)|(?<![\p{L}\p{N}.-])[1-9]\d{3}\s?[A-Z]{2},?\s\p{Lu}\p{Ll}[\p{L}-]{2,30}/gu,
  // Any street with its town: Meir 50, 2000 Antwerpen
  /(?<![\p{L}\p{N}.'’-])(?:\p{Lu}[\p{L}'’-]{2,30}\s){1,3}\d{1,4}[a-zA-Z]?,\s(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}[\p{L}'’-]{1,30}/gu,
  // Quarters of Brasília
  /(?<![\p{L}\p{N}])(?:SQ[NS]W?|CL[NS]|SH[IN]|Q[A-Z]{1,2})\s\d{1,4}(?=,?\s(?:bl|conj|casa|lote|ap))/gu,
  /(?<![\p{L}])(?:p\.?\s?o\.?\s?box|postfach|apartado(?: de correos)?|casella postale|caixa postal|postbus|boîte postale|B\.?P\.?)\s\d{1,6}/giu,
  /(?<![\p{L}\p{N}])(?:apt|apartment|flat)\.?\s#?\d{1,4}[A-Za-z]?(?![\p{L}\p{N}])/giu,
]
/** A place of residence in any format: "wohne in 8127 Forch". */
const LIVES = new RegExp(
  String.raw`(?<![\p{L}])(?:bezorgd|geleverd|afgezet|afgegeven|delivered|dropped|left|zugestellt|geliefert|abgegeben|livre|depose|entregado|dejado|entregue|deixado|consegnato|lasciato)\s[^.\n\d]{1,24}?\s(?:op|aan|at|an|am|in der|im|au|en|na|no|in)\s(?<dropped>(?=['’]?\p{L})['’]?[\p{L}'’. -]{3,40}?\s${HOUSE}(?![\p{L}\p{N}]|[.,:]\d)${NO_HOUSE_AFTER})|(?<![\p{L}])(?:i live (?:in|at)|wohnhaft(?: in)?|wohne in|ich wohne|j'habite(?: a)?|domicilie[e]?(?: a)?|vivo en|moro em|abito a|residente (?:a|in|em|en)|woon in|woonachtig(?: te| in)?)\s(?<value>(?:[a-z]{1,2}-)?\d{4,5}\s[\p{L}'’-]{2,30})|(?<![\p{L}])(?:address|adresse|direccion|domicilio|indirizzo|morada|endereco|adres|anschrift|residence|residenza|domicile|my place|wohnhaft in|wohne in der|wohne in|wohne an der|wohne am|wohne im|wohne auf der|geliefert an|zugestellt an|lieferung an|liefern an|abgestellt vor|abgestellt in|delivered to|deliver to|ship to|shipped to|sent to|left at|dropped at|livre au|livre a|livrer au|livrez au|livraison au|depose au|entregaron en|entregado en|entreguen en|entregar en|entreguenlo en|dejaron en|entregaram na|entregaram no|entregue na|entregue no|entregar na|entregar no|deixaram na|consegnato in|consegnata in|consegnare in|lasciato in|spedire in|bezorgd op|bezorgd aan|bezorgen op|afgeleverd op|afgezet op|geleverd op|woon in de|woon in het|woon aan de|woon aan het|woon op de|ik woon|moro no|moro numa|moro ali na|resido na|resido en|resido em|abito al|abito alla|vivo in|risiedo in|vivo in|vivo na|vive en|vive na|habite au|habitant au|demeurant au|demeurant|domicilie au|direccion de entrega|lieferadresse|rechnungsadresse|delivery address|billing address|home address|vivo en la|moro na|moro em|abito in|woon op|woon aan|j'habite|j’habite|i live at)(?:\s(?:is|ist|est|es|e|ware|:|lautet|au|a|wait))?[\s:=(]{1,3}(?<place>(?![\d\s])(?:[\p{L}'’ -]|(?<![\p{L}]{4})\.){3,50}?,?\s(?:(?:bloco|bl\.?|torre|lote|lt\.?|casa|apto\.?|chalet|parcela|portal|int\.?|km)\s)?${HOUSE}(?![\p{L}\p{N}]|[.,:]\d)${NO_HOUSE_AFTER})`,
  'dgu',
)

/** Finds streets with a number and the rest of the address, and postcodes that identify a few houses. */
export const streetsIn: Finder = ({ original, folded }) => [
  ...[...HEADS, HEAD_BEFORE_POSTCODE].flatMap((head) =>
    [...folded.matchAll(head)].flatMap((match): Piece[] => {
      const headEnd = match.index + match[0].trimEnd().length
      const piece: Piece = { kind: 'ADDRESS', start: match.index, end: endOfAddress(original, headEnd) }
      return isAddress(original, piece, headEnd) && isStreetName(original, match) ? [piece] : []
    }),
  ),
  ...streetsBeforeTown({ original, folded }),
  ...[...matchesOf('ADDRESS', BRITISH, original)].map((piece) => withTail(original, piece)),
  ...WITHOUT_STREET.flatMap((pattern) => matchesOf('ADDRESS', pattern, original)).map((piece) =>
    withTail(original, piece),
  ),
  ...[...folded.matchAll(LIVES)].flatMap(({ indices }): Piece[] => {
    const [start, end] = indices?.groups?.value ?? indices?.groups?.place ?? indices?.groups?.dropped ?? [0, 0]
    return end > 0 ? [withTail(original, { kind: 'ADDRESS', start, end })] : []
  }),
]
