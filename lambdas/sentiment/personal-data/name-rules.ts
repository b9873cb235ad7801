import type { PatternRule } from './pattern-rules.ts'

const PART = String.raw`(?:\p{Lu}\.|\p{Lu}[\p{L}'’-]{1,24})`
const LINK = String.raw`(?:\s(?:van|von|de|der|den|del|della|di|da|la|le|bin|al|el|ter|zu|st\.?))`
/** Up to four capitalised words after a cue that announces a name. */
const NAME = String.raw`${PART}(?:${LINK}{0,2}\s${PART}){0,3}`
const ANY_CASE = String.raw`\p{L}[\p{L}'’.-]{1,24}(?:\s\p{Lu}[\p{L}'’-]{0,24}){0,2}`

/** Employees, in the words of customers. */
const ROLE = `(?:agent|rep|representative|manager|supervisor|technician|driver|courier|waiter|waitress|server|bartender|barista|chef|host|hostess|receptionist|cashier|salesman|saleswoman|salesperson|assistant|advisor|adviser|nurse|doctor|dentist|surgeon|therapist|teacher|instructor|trainer|stylist|plumber|electrician|mechanic|colleague|employee|owner|guy|lady|woman|man|girl|gentleman|person|operator|consultant|engineer|clerk|staff member|team member|customer|neighbou?r|friend|husband|wife|son|daughter|brother|sister|mother|father|mum|mom|dad|boss|landlord)`

/** Capitalised words after a cue that are not names. */
const NOT_NAMES = String.raw`(?!(?:I|The|This|That|It|My|Our|Your|We|They|He|She|You|A|An|And|But|Or|So|If|Is|Was|Are|No|Not|Yes|For|From|In|On|At|To|Of|With|By|As|Be|Me|Us|Them|Very|Really|Just|All|Great|Good|Bad|Amazon|Google|Apple|Facebook|Twitter|Instagram|Customer|Support|Service|Team|Help|Sales|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|God|America|Acme|Everyone|Everybody|Anyone|There|Guys|Folks|Siri|Alexa)(?![\p{L}]))`

const cued = (cue: string, name = NAME): PatternRule => ({
  kind: 'NAME',
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${cue})${NOT_NAMES}(${name})`, 'gdu'),
  group: true,
})

/** Names after cues. A name without a cue cannot be told from other words, which limits recall. */
export const NAMES: readonly PatternRule[] = [
  {
    kind: 'NAME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:my (?:full |real |first |last )?name(?:'s| is| was|:)|name[:=]|mein name ist|ich hei(?:ß|ss)e|je m['’]appelle|me llamo|mi chiamo|mi nombre es)\s{1,2}(${ANY_CASE})`,
      'gdiu',
    ),
    group: true,
  },
  {
    kind: 'NAME',
    pattern:
      /(?<![\p{L}\p{N}])(?:(?:kind |best |warm |many )?regards|sincerely|yours truly|cheers|signed|sgd|love from|mit freundlichen grüßen|liebe grüße|cordialement|saludos)(?:\s?[,:!.–—-]+\s{0,3}|\s{1,3})([\p{L}][\p{L}'’.-]{1,24}(?:\s\p{L}[\p{L}'’.-]{0,24}){0,2})(?=\s{0,2}(?:$|\n|[,.!–—[-]))/dgimu,
    group: true,
  },
  cued(
    String.raw`(?:[Mm][Rr]s?|[Mm]s|[Mm]iss|[Mm]ister|[Mm]adam|[Dd]r|[Pp]rof(?:essor)?|[Ss]ir|[Dd]ame|[Rr]ev|[Hh]err|[Ff]rau|[Mm]onsieur|[Mm]adame|[Mm]me|[Ss]eñora?|[Ss]ra?|[Ss]ignora?)\.?\s`,
    String.raw`\p{Lu}[\p{L}'’-]{1,24}(?:${LINK}{0,2}\s${PART}){0,2}`,
  ),
  cued(
    String.raw`(?:${ROLE}|[A-Z](?:gent|ep|anager|river|upervisor|echnician))s?(?:\s(?:is|was))?(?:,|:)?\s(?:(?:is|was|named|called|by the name of|name)\s){0,2}`,
  ),
  cued(
    String.raw`(?:[Nn]amed|[Cc]alled|[Ss]poke (?:to|with)|[Ss]peak (?:to|with)|[Tt]alked (?:to|with)|[Aa]sk(?:ed)? for|[Tt]hank(?:s| you)(?: so much| very much)?(?: to|,)?|[Ss]hout[- ]?out to|[Kk]udos to|[Pp]rops to|[Mm]et|[Dd]ealt with|[Hh]elped by|[Ss]erved by|[Ww]ritten by|[Ss]igned by|[Aa]ttn:?|[Aa]ttention:?|[Cc]/o|[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Bb]ei|[Dd]anke|[Mm]erci(?: à)?|[Gg]racias a|[Ff]rom:|[Tt]o:|[Cc]ontact:?|[Rr]eviewed by|[Cc]c:?)\s`,
  ),
  cued(
    String.raw`(?:[Ii](?:'|’)m|[Ii] am|[Tt]his is|[Ii]ch bin|[Jj]e suis|[Ss]oy|[Ii]t's|[Hh]ere is)\s`,
    String.raw`${PART}(?:\s${PART}){1,2}|${PART}(?=\s(?:from|and I|here|and my|,)|,|\.)`,
  ),
  {
    kind: 'NAME',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}'’-])(${PART}(?:\s${PART}){0,2})(?=\s(?:from|in|at|of)\s(?:the\s)?(?:customer|support|sales|service|billing|reception|returns|the front desk|front desk|accounts|your))`,
      'gdu',
    ),
    group: true,
  },
  cued(
    String.raw`(?:[Bb]est(?: wishes)?|[Tt]hanks|[Tt]hx|[Ll]ove|[Tt]hank you|[Rr]espectfully|[Yy]ours|[Vv]iele Grüße|[Ll][Gg]|[Mm][Ff][Gg])\s?[,:!–—-]+\s{0,3}`,
  ),
  // People named together with somebody.
  {
    kind: 'NAME',
    pattern: new RegExp(String.raw`\[NAME\](?:\s(?:and|then|or|und|et|y|e|&)\s|,\s)${NOT_NAMES}(${NAME})`, 'gdu'),
    group: true,
  },
]
