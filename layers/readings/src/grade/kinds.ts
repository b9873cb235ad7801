/**
 * A required part of a text, as the headings that name it. The first four also count as words in the text; the first
 * one is its name.
 */
export type Part = readonly string[]

export interface Kind {
  readonly parts: readonly Part[]
  /** Required number of actions. */
  readonly actions: number
  /** Word count limits; texts outside are graded down. */
  readonly size: readonly [min: number, max: number]
  readonly isFinancial?: true
}

const partsOf = (text: string): readonly Part[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((name) => name.trim()))

/** Kinds of text with their own criteria. Other texts are graded as a plan. */
export const KINDS = {
  adr: {
    parts: partsOf(`
      context, problem, background, context and problem statement, why, situation, question, what is the matter
      decision, decision outcome, outcome, we will, chosen option, decided, verdict, we take, chosen
      options, considered options, alternatives, alternatives considered, what else, weighed, candidates, instead, choices
      consequences, consequence, trade offs, impact, implications, what follows, price of it, good and bad, therefore, result, costs of it
      status
    `),
    actions: 2,
    size: [90, 1500],
  },
  threat_model: {
    parts: partsOf(`
      scope, system, overview, assets, what we are building, what it is, object, in words, picture, data
      trust boundaries, boundaries, data flow, data flows, architecture, entry points, how it works, where it crosses, interfaces, surfaces, flow
      threats, threat, stride, attacks, abuse cases, what can go wrong
      mitigations, mitigation, controls, countermeasures, what we do about it, responses, measures, answer, against it, what we do, fixes, actions
      residual risk, accepted risk, open questions, assumptions, verification, tests, not covered, left open, remaining, accepted, open, what stays
    `),
    actions: 4,
    size: [100, 3000],
  },
  test_plan: {
    parts: partsOf(`
      scope, in scope, objectives, purpose, goal, what is tested, object, about, to be shown, why
      cases, test cases, scenarios, tests, what we try, checks, runs, steps
      environment, test data, environments, setup, data, where, with what, machines, who and when, who, preparation, needs
      exit criteria, pass criteria, acceptance, entry and exit criteria, done when, entry criteria, passed if, done if, stop, verdict, go, end, when done, ready when, result
      risks, risks taken, dangers, may go wrong, unknowns, worst case, risk, what could go wrong, threats, not tested, not tried, unsure, any failure, if it fails
    `),
    actions: 4,
    size: [90, 3000],
  },
  runbook: {
    parts: partsOf(`
      symptoms, alert, trigger, when to use, detection, when this fires, sign, you see, alarm, when, what you see
      impact, severity, who is affected, user impact, effect, what it means, who notices, urgency, harm
      diagnosis, diagnose, triage, check, checks, investigate, first look, first, look, find out, which of, questions
      steps, procedure, mitigation, fix, resolution, recovery, actions, do, repair, then, what to do, remedy
      escalation, contacts, rollback, roll back, if that does not help, who to call, call, help, if not, undo, back, stuck, if it fails, who
      verification, verify, how to tell it worked, after, confirm, done when, good again, finally, over when, end, afterwards, proof
    `),
    actions: 4,
    size: [80, 2000],
  },
  postmortem: {
    parts: partsOf(`
      summary, what happened, overview, in short, short, event, in one sentence
      impact, customer impact, damage, who was hit, effect, harm, what it cost, felt
      timeline, chronology, sequence of events, times, course, minutes, clock, when
      root cause, causes, contributing factors, cause, why it happened, root causes, why, reason, how it came
      lessons, lessons learned, what went well, what went wrong, where we got lucky, learned, good and bad, luck, what helped, went well, missing, not shown
      actions, action items, next steps, follow up, follow ups, to do, remediation, tasks
    `),
    actions: 3,
    size: [90, 2500],
  },
  launch_review: {
    parts: partsOf(`
      scope, what launches, summary, overview, subject, what, about, launch, feature
      readiness, checklist, launch checklist, criteria, go no go, go criteria, ready, what is ready, state, done, tested, trial, pilot, what isn, open points, open, proofs, evidence
      risks, risks taken, dangers, may go wrong, unknowns, worst case, risk, what could go wrong, threats, not tested, not tried, unsure, any failure, if it fails
      rollout, roll out, rollback, launch plan, phases, rollout and rollback, rollout plan, stages, way back, back, switch, steps, when, first, stop, go on
      monitoring, metrics, alerts, observability, success metrics, watch, after launch, we watch, signs, afterwards
      decision, recommendation, owners, sign off, go, outcome, verdict, yes or no, no go, who decides, final
    `),
    actions: 4,
    size: [90, 2000],
  },
  risk_assessment: {
    parts: partsOf(`
      scope, context, system, purpose, object, object and scale, about, what, subject
      risks, risk register, risk, identified risks, threats
      likelihood, probability, impact, rating, scoring, likelihood and impact, severity, scale, l d, how likely, points, score
      treatment, mitigation, mitigations, controls, response, treatments, measures, what we do, against it, actions, steps
      residual risk, acceptance, residual, review, accepted risks, verdict, rest, what stays, after, bearable, accepted, not judged
    `),
    actions: 3,
    size: [90, 2500],
  },
  financial_model: {
    parts: partsOf(`
      assumptions, drivers, inputs, assumption, given, figures in, what goes in, basis, numbers
      revenue, income, sales, pricing, demand, savings, outlay, price, buy, lease, volume, what comes in, benefit, receipts, funding
      costs, cost, expenses, unit cost, cogs, operating costs, maintenance, outlay, spending, what goes out, wages, rent, table
      results, margin, profit, cash flow, break even, totals, summary, cash, total, nominal, in present money, recommendation, result, outcome, answer, payback, bottom line, sum, surplus
      sensitivity, scenarios, risks, what if, downside, turn, when does it turn, if we are wrong, wrong, range, worst, best case, swings, other cases
    `),
    actions: 2,
    size: [80, 2000],
    isFinancial: true,
  },
  plan: {
    parts: partsOf(`
      goal, goals, objective, objectives, why, outcome, aim, purpose, end, result, what for, wanted, target
      scope, in scope, out of scope, constraints, non goals, limits, not part, left out, bounds, what is not, given, conditions
      steps, milestones, phases, timeline, schedule, plan, approach, work, tasks, weeks, stages, order, what happens, days, sequence
      owners, responsibilities, people, team, who, resources, hands, roles, crew, lead, by whom
      risks, risks taken, dangers, may go wrong, unknowns, worst case, risk, what could go wrong, threats, not tested, not tried, unsure, any failure, if it fails
    `),
    actions: 4,
    size: [80, 2500],
  },
  proposal: {
    parts: partsOf(`
      problem, context, background, need, why now, motivation, why, needed, reason, trouble, today, situation
      proposal, solution, approach, what we propose, recommendation, what we would do, what, trial, idea, in one sentence, asked, offer, we want
      benefits, value, outcomes, why it is worth it, impact, gain, what it brings, saves, effect, result, in one sentence, why, worth
      cost, costs, budget, effort, price, resources, money, asked, sum, hours, pay
      risks, alternatives, options, risk, alternatives considered, what else, instead, dangers, otherwise
      next steps, timeline, ask, decision, plan, what we ask for, steps, next, first, dates, when, who does what
    `),
    actions: 3,
    size: [90, 2500],
  },
  scaffold: {
    parts: partsOf(`
      src
      test
      readme
      threat model, threat
      adr, decision
      test plan, traces
    `),
    actions: 3,
    size: [100, 60000],
  },
  advisory: {
    parts: partsOf(`
      summary, situation, context, assessment, what we see, in short, question, today
      findings, analysis, observations, blind spots, what we found
      options, alternatives, choices, option
      recommendation, guidance, advice, decision, next steps, first step
      open questions, risks, assumptions, what we do not know, unknowns, confidence
    `),
    actions: 3,
    size: [80, 2000],
  },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS

export const kindOf = (name: string): { readonly name: KindName; readonly kind: Kind } =>
  Object.hasOwn(KINDS, name)
    ? { name: name as KindName, kind: KINDS[name as KindName] }
    : { name: 'plan', kind: KINDS.plan }
