import type { PatternId } from '../pattern-ids.ts'
import type { WordingsByRequirement } from './wordings.ts'

const IN_FRONT_OF =
  '(?:(?:stands?|sits?) )?(?:in front of|before)(?: (?:our|the|some|all))?(?: internal| private)?(?: (?:apis?|services?))?'
const STORE_VERBS =
  '(?:keep(?:s|ing)?(?: track of)?|stor(?:e|es|ing)|track(?:s|ing)?|manag(?:e|es|ing)|record(?:s|ing)?|creat(?:e|es|ing)|add(?:s|ing)?|read(?:s|ing)?|look(?:s|ing)? (?:at|after)|updat(?:e|es|ing)|chang(?:e|es|ing)|edit(?:s|ing)?|correct(?:s|ing)?|delet(?:e|es|ing)|remov(?:e|es|ing)|list(?:s|ing|ed)?)'

export const PATTERN_WORDINGS: Readonly<Record<PatternId, WordingsByRequirement>> = {
  'http-api': {
    assess: [
      '(?:http |rest |json )?(?:api|endpoint)(?! keys?)',
      '(?:it )?(?:stores?|keeps?|remembers?) nothing',
      'nothing is (?:stored|kept|remembered)',
      'stateless',
      'assess(?:es)?',
    ],
    explained: ['(?:with|and|says?|names?) (?:the|a|its) reasons?(?: why)?', 'says? (?:why|which rules? applied)'],
  },
  'crud-api': {
    items: [
      '(?:json |http |rest )?crud(?: (?:http |rest )?(?:api|service))?',
      '(?:rest|http|json)(?: api)?',
      '(?:an )?api(?! keys?)',
      `(?:to |may |can )?${STORE_VERBS}`,
      '(?:per|by) (?:tenant|organi[sz]ation)',
      'multi-?tenant',
      '(?:sees?|reads?|gets?) only (?:its|their) own',
    ],
  },
  'webhook-receiver': {
    receive: [
      '(?:receiv(?:e|es|ing)|takes?|accepts?|handles?|gets?|ingests?)(?: (?:signed |incoming )?(?:webhooks?|events?|notifications?|callbacks?))?',
      'webhooks?(?: receiver| endpoint| handler)?',
      '(?:posts?|calls?|pings?|notif(?:y|ies)|tells?) us',
      'answers? (?:at once|immediately|quickly|fast)',
    ],
    newest: [
      '(?:stores?|keeps?) (?:the |its |their )?(?:latest|newest|last) (?:one|state|status|event)s?(?: (?:for|of|per) each)?',
      'out of order',
    ],
  },
  'queue-consumer': {
    tasks: [
      'queue (?:consumer|worker)',
      '(?:a )?worker',
      '(?:consum(?:e|es|ing)|read(?:s|ing)?|takes?|taking|works? through|work(?:s|ing)? off|process(?:es|ing)?)',
      'from (?:a|an|the|our) (?:sqs |message |work )?queue',
    ],
  },
  'scheduled-job': {
    periods: [
      '(?:nightly|daily|hourly|weekly|scheduled|cron) (?:jobs?|reports?)',
      '(?:scheduled|cron)',
      'catch(?:es)? up(?: with missed runs)?',
      'missed runs?',
      'reports?(?: (?:on|of))?',
    ],
    alone: ['(?:one run|one) at a time', '(?:never|not) two(?: runs)? at once'],
  },
  'stream-processor': {
    windows: [
      'stream processor',
      '(?:read(?:s|ing)?|process(?:es|ing)?|consum(?:e|es|ing)|tak(?:e|es|ing))',
      'aggregat(?:e|es|ing)',
      '(?:from|of) (?:an?|the|our) (?:kinesis )?(?:data )?streams?',
      'from kinesis',
      '(?:count|sum|total|minimum|maximum|min|max)s?',
      '(?:must |may |is |are )?(?:never|not) (?:be )?(?:counts?|counted) (?:twice|more than once)',
      '(?:counts?|counted) (?:only |exactly )?once',
    ],
    late: ['late (?:events?|readings?|ones?|records?)'],
  },
  'file-pipeline': {
    files: [
      '(?:(?:users?|people|customers?|clients?|partners?|suppliers?) )?(?:uploads?|puts?|drops?)',
      '(?:is|are) (?:uploaded|dropped|put)',
      'file pipeline',
      'csv(?: files?)?',
      '(?:checks?|validates?) (?:each|every) (?:line|row)',
      '(?:imports?|accepts?|keeps?|takes?) (?:the )?(?:good|valid|right) (?:ones|lines|rows)',
      'line by line',
    ],
    refused: ['(?:rejects?|refuses?)(?: (?:broken|bad|invalid|wrong|other))?(?: (?:ones|lines|rows))?'],
  },
  'auth-gateway': {
    ruled: [
      '(?:auth|api) gateway',
      '(?:enforces?|checks?) scopes(?: (?:for each|per|of each|for every) route)?',
      'scopes (?:for each|per) route',
      IN_FRONT_OF,
    ],
    forwarded: ['(?:forwards?|passes?)(?: (?:good|the|allowed|verified) requests?)?(?: on)?'],
    identified: ['(?:says?|tells?) (?:the service behind )?who (?:calls|called)'],
  },
  'edge-proxy': {
    listed: [
      '(?:edge |reverse )?proxy',
      IN_FRONT_OF,
      'allow-?lists?',
      'only (?:listed|allowed) (?:paths|routes|methods)(?: pass)?',
    ],
    forwarded: ['forwards?(?: to)?', '(?:cleans?|strips?) (?:headers|cookies)'],
    limited: [
      '(?:each|every|per) (?:client|caller|user)(?: is| are| gets?)? (?:rate[- ])?limited(?: to)?',
      '(?:rate[- ])?limit(?:s|ing)? (?:each|every|per|the) (?:client|caller|user)s?(?: to)?',
      'rate[- ]limit(?:s|ed|ing)?(?: to)?',
      'per (?:client|caller)',
    ],
  },
  'mcp-server': {
    mcp: [
      'mcp(?: server| tools?)?',
      '(?:over )?(?:the )?model context protocol',
      '(?:expos(?:e|es|ing)|offers?) (?:[^,]{0,40}?) as tools',
      'search(?:es|ing)?(?: (?:for|in|through))?',
      '(?:list|get|read|fetch|look up)(?:s|ing)?',
      {
        if: /no tool changes data/,
        wordings: [
          'read[- ]?only',
          'only reads?',
          '(?:never|not) (?:write|writes|change|changes)(?: anything)?',
          'nothing is (?:changed|written)',
        ],
      },
      { if: /^(?!.*no tool changes data)/, wordings: ['(?:creat|updat|chang|delet|remov)(?:e|es|ing)', 'adds?'] },
    ],
  },
  'rag-service': {
    grounded: [
      '(?:semantic )?(?:question[- ]answering|q&a|rag)(?: service| bot)?',
      'answers? (?:the )?questions?',
      'answers?(?: only)?(?: with)? ?(?:sources|citations)?',
      '(?:only )?with (?:citations?|sources?)',
      'cit(?:es?|ing)(?: (?:the|its))? (?:sources?|passages?)',
      'using retrieval[- ]augmented generation',
      'or not at all',
    ],
    replaced: ['(?:replac(?:e|es|ing)|updat(?:e|es|ing)) documents?'],
    bounded: ['(?:remov|delet)(?:e|es|ing) documents?'],
  },
  'agent-worker': {
    agent: ['(?:(?:ai|llm|autonomous) )*agents?(?: worker)?', 'surviv(?:e|es|ing) crashes'],
    bounded: ['(?:within |with |and )?(?:an? )?(?:fixed )?(?:step )?budget'],
    allowed: [
      '(?:with )?(?:a few |its |listed )?tools(?: that are listed)?',
      '(?:a )?(?:person|human|colleague) (?:allows?|allowed)(?: (?:changes|it|the changes))?',
    ],
  },
  'static-site-api': {
    page: [
      '(?:(?:static|small|simple|single|web|landing|few) ?)*(?:sites?|pages?)',
      '(?:web ?site|homepage)',
      '(?:shows?|displays?)',
      'forms?',
    ],
    items: [`(?:to |may |can )?${STORE_VERBS}`],
  },
  'cli-tool': {
    cli: [
      '(?:cli|command[- ]line|terminal)(?: (?:tool|program|utility))?',
      'sums? (?:them |it )?up',
      'from (?:a |the )?(?:text )?files?(?: (?:and|or) (?:pipes?|standard input))?',
      'from (?:standard input|stdin|a pipe)',
    ],
    usage: ['(?:prints?|outputs?|writes?) (?:them|it|the result)?(?: ?as json)?', '(?:as|in) json', '--json'],
  },
  'event-fanout': {
    fanout: [
      'fan[- ]?out',
      '(?:event )?bus',
      'publish(?:es|ing)?',
      '(?:deliver|send)(?:s|ing)? (?:each|every|it|them)(?: one)?',
      '(?:to )?(?:all|each|every) (?:who )?subscribe(?:rs?|d)',
      'subscribers? gets? (?:each|every)(?: one| event)?',
      'signed',
    ],
    redelivered: [
      '(?:retr(?:y|ies|ying)|redeliver(?:s|ed)?)(?: (?:each|every|it|them|failures))?(?: on its own)?',
      'each on its own',
      '(?:if one of them is down )?the others still get it',
    ],
    subscribed: ['subscribes?', '(?:over|with) https'],
  },
  'data-sync': {
    synced: [
      'keep(?:s|ing)?',
      '(?:in |data )?sync(?:s|ed|hroni[sz](?:e|es|ed|ing))?',
      'mirrors?',
      String.raw`(?:new (?:\p{L}+ )?)?(?:is|are) (?:added|created)(?: to)?`,
      '(?:(?:those|what|who)(?: who| which| that)? (?:left|is gone|are gone) )?(?:is|are) (?:removed|deleted)(?: from)?',
      '(?:remov|delet)(?:e|es|ing) what is gone',
      String.raw`(?:if|when) (?:a|an|the|one) (?:\p{L}+ ){1,3}(?:is|are|was|were) changed (?:on|in|at) both(?: (?:sides|systems|places))?`,
      'the source wins',
    ],
    guarded: ['stops? (?:when|if) the source (?:is|looks) (?:empty|broken|half)'],
  },
  'realtime-hub': {
    room: [
      '(?:in )?real[- ]?time',
      'live',
      'chat(?: rooms?)?',
      '(?:over )?websockets?',
      'broadcast(?:s|ed|ing)?(?: to every(?:body|one) in the room)?',
      '(?:each|every) (?:message|text) (?:is|gets) sent to (?:the|its|everybody in the) room',
      '(?:everybody|everyone|all)(?: who (?:is|are) (?:connected|in it))?(?: in (?:the|a) room)? (?:hears?|sees?|gets?) (?:each|every|it)',
      'at once',
    ],
  },
  workflow: {
    flow: ['(?:approval )?work-?flow', 'in (?:several )?steps', 'checks? the amount', 'with (?:a )?history'],
    approval: [
      '(?:(?:asks?|waits? for|needs?|requires?) )?(?:(?:a|the) (?:manager|boss|supervisor|person|human|team lead|colleague) )?(?:for )?(?:an? )?approvals?(?: (?:by|of) (?:a|the) (?:manager|boss|supervisor|person|human|team lead|colleague))?',
      '(?:a|the|their) (?:manager|boss|supervisor|team lead|colleague|person|human) approves?(?: (?:it|them|each))?',
      'approves?',
      'four[- ]eyes',
      '(?:needs? )?a second pair of eyes',
    ],
  },
}
