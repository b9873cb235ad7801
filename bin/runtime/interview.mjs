/** @typedef {import('./facts.mjs').Question} Question */
/** @typedef {Question & { why: string, answer: import('./facts.mjs').FactValue }} Asked */
/** @typedef {{ title: string, weight?: number, when: string }[]} Conditions */

/** Nothing that is asked weighs less than this share of all that could still be drawn. */
const REST_PERCENT = 5
const TITLES_MAX = 3

/**
 * Weight of all cards that a draw could take: what was drawn, and what stood beside it.
 * @param {any} reading in its raw form
 */
export const stakesOf = ({ trace, positions, cards }) => {
  /** @type {Map<string, number>} */
  const weights = new Map(cards.map((/** @type {any} */ { deck, id, weight }) => [`${deck}/${id}`, weight]))
  for (const { position, candidates } of trace) {
    const drawn = cards.filter((/** @type {any} */ card) => card.position === position)
    for (const { id, weight } of candidates) {
      const deck = drawn.find((/** @type {any} */ card) => card.id === id)?.deck ?? drawn[0]?.deck
      weights.set(`${deck}/${id}`, weight)
    }
  }
  return positions.length === 0 ? 0 : [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

/** The question that decides most of those that were not asked; none when what is left weighs too little. @param {any} reading @param {Asked[]} asked @returns {Question | undefined} */
export const nextQuestion = (reading, asked) => {
  const stakes = stakesOf(reading)
  return reading.questions.find(
    (/** @type {Question} */ { fact, decides }) =>
      decides > 0 && decides * 100 > stakes * REST_PERCENT && !asked.some((each) => each.fact === fact),
  )
}

/** Conditions of the cards of a reading's decks. @param {import('./client.mjs').Client} runtime @param {any} reading @returns {Promise<Conditions>} */
export const conditionsOf = async (runtime, { replay }) => {
  const decks = await Promise.all(
    replay.decks.map((/** @type {any} */ { name, version }) =>
      runtime.call('GET', `/decks/registry/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`),
    ),
  )
  return decks.flatMap(({ cards }) => cards.filter((/** @type {any} */ card) => card.when !== undefined))
}

/** @param {Question} question @param {Conditions} conditions */
export const whyAsked = ({ fact, decides }, conditions) => {
  const names = new RegExp(`(?<![a-z0-9_.])${fact}(?![a-z0-9_])`)
  const titles = conditions.filter(({ when }) => names.test(when)).map(({ title }) => title)
  if (titles.length === 0) return `It decides over a weight of ${decides}.`
  const more = titles.length > TITLES_MAX ? ` and ${titles.length - TITLES_MAX} more` : ''
  return `It decides whether this applies: ${titles.slice(0, TITLES_MAX).join('; ')}${more}.`
}

/** What the positions hold now and did not before. @param {any} before @param {any} reading */
export const drawnSince = (before, { positions, cards }) => {
  const had = new Set((before?.cards ?? []).map((/** @type {any} */ { position, id }) => `${position}/${id}`))
  const has = new Set(cards.map((/** @type {any} */ { position, id }) => `${position}/${id}`))
  const fresh = cards.filter((/** @type {any} */ { position, id }) => !had.has(`${position}/${id}`))
  const gone = (before?.cards ?? []).filter((/** @type {any} */ { position, id }) => !has.has(`${position}/${id}`))
  const open = positions.filter((/** @type {any} */ { status }) => status === 'open').length
  return [
    ...fresh.map(
      (/** @type {any} */ { title, severity, applies }) =>
        `  + ${title} (${severity}${applies === 'unknown' ? ', if it applies' : ''})\n`,
    ),
    ...gone.map((/** @type {any} */ { title }) => `  - ${title}\n`),
    ...(fresh.length + gone.length === 0 ? ['  (the same cards)\n'] : []),
    ...(open > 0 && before === undefined ? [`  ${open} of ${positions.length} positions wait for answers\n`] : []),
  ].join('')
}

/** @param {import('./facts.mjs').FactValue} value */
const inWords = (value) =>
  value === true ? 'yes' : value === false ? 'no' : Array.isArray(value) ? value.join(', ') : `${value}`

/** Text of people in Markdown, where it must be no markup. @param {string} text */
const escaped = (text) => text.replaceAll(/[\\`*_[\]<>#|!]/g, '\\$&').replaceAll(/\s+/g, ' ')

/**
 * The reading as it stands in the end, behind what was asked.
 * @param {any} reading @param {string} intention @param {Asked[]} asked @param {boolean} isSettled
 */
export const reportOf = (reading, intention, asked, isSettled) => {
  const [heading = '', ...rest] = reading.output.trim().split('\n')
  const body = rest.join('\n').replace(/^\n+(?:> [^\n]*\n+)?/, '')
  const questions = asked.flatMap(({ ask, fact, answer, why }, at) => [
    `${at + 1}. ${escaped(ask)} **${answer === 'unknown' ? 'not known' : escaped(inWords(answer))}** (\`${fact}\`)`,
    `   ${escaped(why)}`,
  ])
  const end = isSettled
    ? `Nothing that is still open weighs over ${REST_PERCENT} percent.`
    : 'It was ended before everything that weighs was asked.'
  return [
    heading,
    '',
    `> ${escaped(intention)}`,
    '',
    '## What was asked, and why',
    '',
    ...(questions.length === 0 ? ['Nothing: the intention and what was given decide it.'] : questions),
    '',
    end,
    '',
    body,
    '',
    `Seed ${reading.seed}, \`${reading.engine}\`.`,
    '',
  ].join('\n')
}
