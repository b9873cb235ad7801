import { code } from '../../code.ts'
import { type Design, hasTrigger, type Part, type ThreatDraft } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

const flood: ThreatDraft = {
  key: 'http-flood',
  source: code`Any client that knows the address`,
  prerequisites: code`None`,
  action: code`sends endless bodies`,
  impact: code`Memory, time and money are used up; others wait`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Reading stops at 65,536 bytes, whatever the request says of its length`,
  answers: ['stride-unbounded-work'],
}

const leak: ThreatDraft = {
  key: 'http-leak',
  source: code`A caller`,
  prerequisites: code`A request that fails inside`,
  action: code`reads names of tables, paths or values of others from an error`,
  impact: code`What is learnt helps with the next attack`,
  likelihood: 3,
  impactScore: 3,
  mitigation: code`Internal errors return one fixed sentence with a request id; details are only in the log`,
}

const denied: ThreatDraft = {
  key: 'http-denied',
  source: code`A caller`,
  prerequisites: code`A dispute over what was asked`,
  action: code`says that a request was never made, or was another`,
  impact: code`The facts cannot be reconstructed`,
  likelihood: 2,
  impactScore: 3,
  mitigation: code`One line a request: id, caller, route, status, time; never the body`,
}

const malformed: ThreatDraft = {
  key: 'http-malformed',
  source: code`A caller`,
  prerequisites: code`None`,
  action: code`sends what is no JSON, no UTF-8 or no object`,
  impact: code`A half-read value is stored or passed on`,
  likelihood: 4,
  impactScore: 2,
  mitigation: code`Bodies are parsed strictly before anything is done; the refusal names the rule`,
}

/** An HTTP entry: reading, routing, refusing, one line of log. `httpTemplates` has its files; the pattern has `test/support/requests.ts`. */
export const httpEntry: Part = {
  requirements: [
    { key: 'http-refusals', text: code`A refused request gets a status, a code and the rule it broke`, priority: 'P1' },
    {
      key: 'http-trace',
      text: code`Each request leaves one line from which it can be traced, without its body`,
      priority: 'P1',
    },
  ],
  boundaries: [
    {
      key: 'http',
      name: code`Caller to HTTP entry`,
      cells: {
        S: code`The verification of callers is not part of HTTP handling`,
        T: [],
        R: [denied],
        I: [leak],
        D: [flood],
        E: code`Rights are checked where callers are verified`,
      },
    },
  ],
}

const uses = ({ files, suites }: Pick<Design, 'files' | 'suites'>, name: string): boolean => {
  const use = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from`, 'm')
  return files.some(({ content }) => use.test(content)) || suites.some(({ head }) => use.test(head))
}

/** The files of the HTTP entry and its tests, by what the routes of a design use of it. */
export const httpPart = (design: Pick<Design, 'files' | 'suites' | 'functions'>): Part => {
  if (!hasTrigger(design, 'http')) return {}
  const json = uses(design, 'parseObject')
  const flags = { json, invalid: uses(design, 'invalid'), absent: uses(design, 'absent') }
  const cells = {
    S: [],
    T: json
      ? [malformed]
      : code`No route reads a body: up to 65,536 bytes are passed on as they arrived, and the receiver must check them`,
    R: [],
    I: [],
    D: [],
    E: [],
  }
  return {
    rendered: () => [templates('shared/problem', { flags }), templates('shared/http', { flags })],
    boundaries: [{ key: 'http', name: code`Caller to HTTP entry`, cells }],
  }
}
