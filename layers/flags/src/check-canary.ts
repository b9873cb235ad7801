import {
  checkList,
  checkOneOf,
  checkPercentage,
  checkText,
  fieldPath,
  isInstant,
  isObject,
  mustBe,
  type Report,
} from './problem-list.ts'

const STATUSES = ['running', 'paused', 'succeeded', 'rolled_back']

const checkGuard = (guard: unknown, field: string, report: Report): void => {
  if (!isObject(guard)) {
    report(field, mustBe('an object', guard))
    return
  }
  if (!checkOneOf(guard.type, fieldPath(field, 'type'), ['alarm', 'error_rate'], report)) return
  if (guard.type === 'alarm') checkText(guard.alarm, fieldPath(field, 'alarm'), { max: 255 }, report)
  else {
    for (const name of ['maxPercent', 'minEvaluations']) {
      if (!Number.isFinite(guard[name])) report(fieldPath(field, name), mustBe('a number', guard[name]))
    }
  }
}

const checkCounts = (counts: unknown, field: string, report: Report): void => {
  const isValid = isObject(counts) && Number.isFinite(counts.evaluations) && Number.isFinite(counts.errors)
  if (counts !== undefined && !isValid) report(field, mustBe('{ evaluations, errors }', counts))
}

/**
 * Reports problems of a canary that would prevent its advance. Additional fields are allowed.
 */
export const checkCanary = (canary: unknown, field: string, report: Report): void => {
  if (!isObject(canary)) {
    report(field, mustBe('an object', canary))
    return
  }
  const { id, status, stages, percentage, dwellSeconds, nextAt, guards, previous, baseline } = canary
  checkText(id, fieldPath(field, 'id'), { max: 200 }, report)
  checkOneOf(status, fieldPath(field, 'status'), STATUSES, report)
  for (const [i, stage] of (
    checkList(stages, fieldPath(field, 'stages'), { min: 1, max: 20 }, report) ?? []
  ).entries()) {
    checkPercentage(stage, fieldPath(fieldPath(field, 'stages'), i), report)
  }
  checkPercentage(percentage, fieldPath(field, 'percentage'), report)
  const isValidDwell = Number.isInteger(dwellSeconds) && Number(dwellSeconds) >= 1 && Number(dwellSeconds) <= 1e8
  if (!isValidDwell) report(fieldPath(field, 'dwellSeconds'), mustBe('an integer number of seconds', dwellSeconds))
  for (const name of ['startedAt', 'stageStartedAt']) {
    if (!isInstant(canary[name])) report(fieldPath(field, name), mustBe('an instant', canary[name]))
  }
  if (nextAt !== null && !isInstant(nextAt)) report(fieldPath(field, 'nextAt'), mustBe('an instant or null', nextAt))
  for (const [i, guard] of (checkList(guards, fieldPath(field, 'guards'), { max: 20 }, report) ?? []).entries()) {
    checkGuard(guard, fieldPath(fieldPath(field, 'guards'), i), report)
  }
  if (!isObject(previous) || typeof previous.enabled !== 'boolean') {
    report(fieldPath(field, 'previous'), mustBe('{ enabled, percentage? }', previous))
  } else if (previous.percentage !== undefined) {
    checkPercentage(previous.percentage, fieldPath(fieldPath(field, 'previous'), 'percentage'), report)
  }
  checkCounts(baseline, fieldPath(field, 'baseline'), report)
}
