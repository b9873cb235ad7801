import { type Finder, matchesOf } from './pieces.ts'

const SERVICE =
  '(?:instagram|insta|ig|snapchat|snap|telegram|tg|twitter|tiktok|discord|skype|mastodon|bluesky|bsky|threads|wechat|line id|xbox|psn|gamertag|steam|venmo|cashapp|paypal|fb|user ?name|user id|handle|nickname|nick|benutzername|nutzername|pseudo|pseudonyme|identifiant|nome de usuario|usuario|alias|utilizador|utente|nome utente|gebruikersnaam|arroba|bizum)'

/** "sur le forum", "on your board" */
const ON_SITE = String.raw`\s(?:sur|chez|on|at|in|auf|im|bei|en|no|na|em|nel|nella|su|sul|sulla|op|bij|aqui|ici|hier|here|qui)(?:\s(?:le|la|the|dem|der|your|you|il|el|o|a|het|de|votre|vous|vostro|euer|eurem|euch|jullie|vuestro|vuestra|tu|su|seu|vosso))?(?:\s[\p{L}]{3,14})?`
/** Phrases before an account name: "bin ich als", "known as". */
const CALLED =
  "(?:user|usr|login|username|utilisateur|utilisatrice|usuaria|usuario|utente|gebruiker|benutzer|nutzer|(?:bin )?ich als|bin ich|i am|i’m|i'm|known as|posting as|post as|go by|signed up as|registered as|angemeldet als|registriert als|bekannt als|soy|me llamo|registrado como|registrada como|sono|iscritto come|iscritta come|registrato come|registrata come|sou|sou o|sou a|je suis|inscrit sous|inscrite sous|connu sous|ik ben|bekend als|geregistreerd als)"

/** Words after the name of a service that are not account names. */
const NO_ACCOUNT =
  '(?!(?:not|wrong|taken|invalid|broken|incorrect|gone|required|still|already|the|my|nicht|falsch|ungultig|vergeben|weg|schon|pas|faux|invalide|pris|deja|no|incorrecto|invalido|ya|errado|nao|ja|sbagliato|errato|non|gia|niet|fout|ongeldig|bezet|al)(?![\\w-]))'

/** Words after "@" in program code: rules of style sheets, tags of comments, scopes of packages. */
const NO_PERSON =
  '(?:media|supports|import|keyframes|font-face|charset|types|angular|babel|param|returns|override|deprecated)'

const PATTERNS = [
  // "@mossy", also with a host as in the Fediverse, but not "@9:30am" or "@media"
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])@(?!${NO_PERSON}(?![\p{L}\p{N}_.-]))(?!\d{1,5}(?:[.:]\d{2})?(?:am|pm|a\.m|p\.m|h\d{0,2}|hs|hrs|uhr|hz|fps|p|k|kg|g|w|v|mm|cm|m|x)?(?![\p{L}\p{N}_]))[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}(?:@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})?`,
    'gu',
  ),
  // "@ mossy_77"; "/u/mossy"; "mossy#1234"
  /(?<![\p{L}\p{N}])@\s{1,2}(?!\d)(?=[\p{L}\p{N}_]{0,30}[\d_])(?=[\d_]{0,30}\p{L})[\p{L}\p{N}_]{3,31}/gu,
  /(?<![\p{L}\p{N}/])\/?u\/[\w-]{2,30}/gu,
  /(?<![\p{L}\p{N}.])[\w.]{2,32}#\d{4}(?!\d)/gu,
  // "Insta: mossy", "my Instagram is mossy.77"
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${SERVICE}(?:\s(?:is|name|handle|id|account|user|ist|est|es|e|c['’]est|:|live:)){0,2}(?:${ON_SITE}(?=\s?[:=]))?(?:\s{0,2}[:=]\s{0,2}|\s-\s|\s(?:is|as|ist|est|es|e|als|come|como|comme|c'est|c’est)\s|\s(?!\d+(?!\w))(?=[\w.-]{0,30}[\d_.][\w]))(?:live:)?[@~]?(?<value>${NO_ACCOUNT}[\w](?:[\w-]|\.(?=\w)){2,39})`,
    'dgu',
  ),
  // "same username as everywhere: mossy_kettle77": only account names have an underscore
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${SERVICE}(?![\p{L}\p{N}])[^\n.!?]{1,40}?(?<![\p{L}\p{N}_])(?<value>\p{L}{2,20}(?:_[\p{L}\d]{1,20}){1,3})(?![\p{L}\p{N}_])`,
    'dgu',
  ),
  // "bin ich als Schrauber_71 unterwegs", "soy tuerca77", "user dudu_pipoca": a word that can only be an account name.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${CALLED}\s[@~"„“«']?(?<value>(?=[\p{L}.-]{3,30}[\d_])(?!v\d|covid|oauth|iphone|android|windows|https?)[\p{L}][\w.-]{4,39})(?![\p{L}\p{N}])`,
    'dgu',
  ),
  // "nick on your board is mossy_77"
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${SERVICE}${ON_SITE}\s(?:is|ist|est|es|e|c['’]est)\s[@~]?(?<value>(?=[\w.-]{0,30}(?:[\d_]|\.\p{L}))[\w](?:[\w-]|\.(?=\w)){2,39})`,
    'dgu',
  ),
]

/** Finds account names: with "@", of Reddit, with a Discord number, or after the name of a service. */
export const handlesIn: Finder = ({ folded }) => PATTERNS.flatMap((pattern) => matchesOf('HANDLE', pattern, folded))
