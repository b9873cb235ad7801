import {
  checkList,
  checkPercentage,
  checkText,
  checkWord,
  isInstant,
  isMembers,
  mustBe,
  type Report,
  within,
} from './problem-list.ts'

const STATUSES = ['running', 'paused', 'succeeded', 'rolled_back']

const checkGuard = (guard: unknown, field: string, report: Report): void => {
  if (!isMembers(guard)) {
    report(field, mustBe('an object', guard))
    return
  }
  if (!checkWord(guard.type, within(field, 'type'), ['alarm', 'error_rate'], report)) return
  if (guard.type === 'alarm') checkText(guard.alarm, within(field, 'alarm'), { max: 255 }, report)
  else {
    for (const name of ['maxPercent', 'minEvaluations']) {
      if (!Number.isFinite(guard[name])) report(within(field, name), mustBe('a number', guard[name]))
    }
  }
}

const checkCounts = (counts: unknown, field: string, report: Report): void => {
  const isGood = isMembers(counts) && Number.isFinite(counts.evaluations) && Number.isFinite(counts.errors)
  if (counts !== undefined && !isGood) report(field, mustBe('{ evaluations, errors }', counts))
}

/**
 * Reports problems of a canary that would prevent the driver from advancing it. Additional members are allowed for the
 * driver.
 */
export const checkCanary = (canary: unknown, field: string, report: Report): void => {
  if (!isMembers(canary)) {
    report(field, mustBe('an object', canary))
    return
  }
  const { id, status, stages, percentage, dwellSeconds, nextAt, guards, previous, baseline } = canary
  checkText(id, within(field, 'id'), { max: 200 }, report)
  checkWord(status, within(field, 'status'), STATUSES, report)
  for (const [i, stage] of (checkList(stages, within(field, 'stages'), { min: 1, max: 20 }, report) ?? []).entries()) {
    checkPercentage(stage, within(within(field, 'stages'), i), report)
  }
  checkPercentage(percentage, within(field, 'percentage'), report)
  const isDwell = Number.isInteger(dwellSeconds) && Number(dwellSeconds) >= 1 && Number(dwellSeconds) <= 1e8
  if (!isDwell) report(within(field, 'dwellSeconds'), mustBe('an integer number of seconds', dwellSeconds))
  for (const name of ['startedAt', 'stageStartedAt']) {
    if (!isInstant(canary[name])) report(within(field, name), mustBe('an instant', canary[name]))
  }
  if (nextAt !== null && !isInstant(nextAt)) report(within(field, 'nextAt'), mustBe('an instant or null', nextAt))
  for (const [i, guard] of (checkList(guards, within(field, 'guards'), { max: 20 }, report) ?? []).entries()) {
    checkGuard(guard, within(within(field, 'guards'), i), report)
  }
  if (!isMembers(previous) || typeof previous.enabled !== 'boolean') {
    report(within(field, 'previous'), mustBe('{ enabled, percentage? }', previous))
  } else if (previous.percentage !== undefined) {
    checkPercentage(previous.percentage, within(within(field, 'previous'), 'percentage'), report)
  }
  checkCounts(baseline, within(field, 'baseline'), report)
}
