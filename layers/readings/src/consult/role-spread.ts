import { ROLES, type Role } from '../decks/roles.ts'
import type { Spread } from '../spreads/spread.ts'

/** The positions of each consultation, in order. */
export const POSITIONS = ['situation', 'blind_spot', 'risk', 'option', 'first_step'] as const
export type Position = (typeof POSITIONS)[number]

interface Consultation {
  /** The deck for the position `risk`. */
  readonly shared: string
  /** Elements of the cards that the position `blind_spot` can draw. */
  readonly blindElements: string
  readonly title: string
  readonly asks: Readonly<Record<Position, string>>
}

const CONSULTATIONS: Readonly<Record<Role, Consultation>> = {
  cto: {
    shared: 'resilience',
    blindElements: 'people, money, risk, process',
    title: 'What do we build, and what would undo it?',
    asks: {
      situation: 'Which technical decision matters most here?',
      blind_spot: 'What do people who focus on the code overlook?',
      risk: 'What fails first, and who notices?',
      option: 'How can the cost be reduced?',
      first_step: 'What should be done first?',
    },
  },
  ciso: {
    shared: 'stride-core',
    blindElements: 'people, process, money, technology',
    title: 'Who can access what, and what proves it?',
    asks: {
      situation: 'What does an attacker see first?',
      blind_spot: 'Which attack path is not in the code?',
      risk: 'Which threat remains?',
      option: 'Which control costs less than the damage?',
      first_step: 'What should be closed first?',
    },
  },
  cfo: {
    shared: 'resilience',
    blindElements: 'people, process, technology, data, risk',
    title: 'What does it cost, and what does it earn?',
    asks: {
      situation: 'Which number decides?',
      blind_spot: 'Which cost is missing from the plan?',
      risk: 'What does an outage cost?',
      option: 'Where is a cheaper option?',
      first_step: 'Which number should be measured first?',
    },
  },
  cmo: {
    shared: 'privacy-core',
    blindElements: 'process, technology, data, risk',
    title: 'Who wants it, and what may we claim?',
    asks: {
      situation: 'Who is it for?',
      blind_spot: 'Which promise depends on others?',
      risk: 'Which trust can be lost?',
      option: 'Which channel reaches them?',
      first_step: 'What should be tried first?',
    },
  },
  cpo: {
    shared: 'privacy-core',
    blindElements: 'people, process, money, data',
    title: 'Whose problem is it, and is it solved?',
    asks: {
      situation: 'Which problem is solved?',
      blind_spot: 'Who is not consulted?',
      risk: 'What do people who trust it lose?',
      option: 'What could be left out?',
      first_step: 'What should be learned first?',
    },
  },
  architect: {
    shared: 'stride-core',
    blindElements: 'people, process, money, data',
    title: 'Which design holds in the worst case?',
    asks: {
      situation: 'Which quality decides the design?',
      blind_spot: 'Which interface is missing from every drawing?',
      risk: 'What crosses a trust boundary?',
      option: 'Which alternative design exists?',
      first_step: 'What should be proved first?',
    },
  },
  mara: {
    shared: 'resilience',
    blindElements: 'people, process, money, data',
    title: 'Does it run, and does it recover?',
    asks: {
      situation: 'What must run, and how do we see that it does?',
      blind_spot: 'What fails silently?',
      risk: 'What cannot be recovered?',
      option: 'Which manual work can be removed?',
      first_step: 'What should be rehearsed first?',
    },
  },
  sera: {
    shared: 'privacy-core',
    blindElements: 'process, technology, data, money',
    title: 'Who uses it, and who cannot?',
    asks: {
      situation: 'What does a user need?',
      blind_spot: 'Who cannot use it at all?',
      risk: 'Which of their data could leak?',
      option: 'What would make their question unnecessary?',
      first_step: 'What should be fixed first?',
    },
  },
}

const VERSION = '1.0.0'

const scriptOf = (
  role: Role,
  { shared, blindElements, title, asks }: Consultation,
): string => `spread ${role}_consultation "${title}"
deck own    = ${role}@1
deck shared = ${shared}@1

position situation "${asks.situation}"
  draw 1 from own top
position blind_spot "${asks.blind_spot}"
  draw 1 from own where element in (${blindElements})
position risk "${asks.risk}"
  draw 1 from shared where severity >= medium
position option "${asks.option}"
  draw 1 from own where not must and (phase in (design, build, launch) or phase is unknown)
position first_step "${asks.first_step}"
  draw 1 from own top

say "${ROLES[role]}: {situation.titles}. First: {first_step.titles}."
speak as ${role} about situation, risk, first_step
`

/** Returns the spread of a role. It is an ordinary script, so a consultation can be replayed like a reading. */
export const roleSpread = (role: Role): Spread => {
  const consultation = CONSULTATIONS[role]
  const script = scriptOf(role, consultation)
  return { name: `${role}_consultation`, version: VERSION, title: consultation.title, script }
}
