/** Words that indicate each type of signal, as phrases separated by commas. The first type wins a tie. */
export const SIGNAL_WORDS = {
  incident:
    'incident, outage, breach, breached, down, crash, crashed, failure, failed, fails, failing, leak, leaked, lost, corrupted, attack, attacked, hacked, phishing, ransomware, downtime, postmortem, alarm, page, paged, broke, broken, restore',
  metric:
    'metric, metrics, rate, conversion, churn, latency, kpi, dashboard, percent, percentage, median, p95, p99, retention, measured, uptime, throughput, error rate, traffic, usage, funnel, score, nps',
  request:
    'request, requests, requested, asks, asked, ask, wants, want, feature, ticket, tickets, backlog, complaint, complaints, complain, feedback, support, customer, customers, wish, demand, escalation, prospect',
  market:
    'market, competitor, competitors, competition, rival, launch, launched, pricing, segment, trend, analyst, positioning, campaign, brand, churn to, partner, partners, adoption, win rate, lost deal, lost deals, sales',
  regulation:
    'regulation, regulator, law, legal, compliance, audit, auditor, gdpr, hipaa, sox, pci, soc2, iso, nis2, dora, fine, fined, lawsuit, contract, certificate, certification, policy, consent, retention period, privacy',
  cost: 'cost, costs, bill, bills, spend, spending, budget, price, prices, expensive, invoice, invoices, margin, burn, runway, savings, waste, licence, licences, license, licenses, renewal, overrun, salary',
  debt: 'debt, legacy, rewrite, refactor, deprecated, outdated, unmaintained, workaround, workarounds, hack, shortcut, shortcuts, manual, by hand, flaky, brittle, monolith, migration, upgrade, old version, end of life',
} as const

export type SignalType = keyof typeof SIGNAL_WORDS | 'none'

export const LAGGING_WORDS =
  'was, were, had, did, lost, failed, broke, crashed, leaked, left, dropped, fell, rose, missed, cancelled, complained, reported, happened, paid, spent, measured, last week, last month, last quarter, last year, yesterday, ago, so far, since, times, twice, breached, fined, launched, asked'

export const LEADING_WORDS =
  'will, plan, plans, planned, planning, trend, trends, trending, forecast, expect, expects, expected, growing, grows, rising, rises, falling, increasing, decreasing, next week, next month, next quarter, next year, soon, roadmap, upcoming, going to, intends, want, wants, wish, early, risk, could, might, may'

/** Words that indicate each type of gap. The first type wins a tie. */
export const GAP_WORDS = {
  knowledge:
    'unknown, unclear, do not know, does not know, nobody knows, no idea, unsure, not sure, why, understand, confusing, confused, undocumented, no documentation, question, questions, guess, guessing, assume, assumption',
  capability:
    'cannot, can not, unable, lack, lacks, lacking, no tool, no tools, no skill, skills, capacity, too slow, slow, manual, by hand, not able, no time, understaffed, hire, hiring, training, missing feature, does not scale, impossible',
  evidence:
    'no data, no evidence, no proof, prove, proof, anecdotal, unverified, not measured, never measured, unmeasured, not tested, untested, never tested, no metric, no metrics, claim, claims, no test, no tests, sample, never restored, not tracked',
  ownership:
    'nobody owns, no owner, unowned, owner, ownership, who owns, responsible, responsibility, nobody, between teams, handover, left the company, on call, rota, accountable, falls between, orphaned',
  control:
    'no control, controls, access, unauthorised, unauthorized, permission, permissions, no limit, no limits, unencrypted, no backup, no backups, no review, no approval, bypass, no monitoring, unmonitored, no alarm, no alarms, exposed, shared password, shared passwords, no process, policy, leaked, breach',
} as const

export type GapType = keyof typeof GAP_WORDS | 'none'
export type GapClass = 'critical' | 'material' | 'minor' | 'none'

/** Words about losses or law. One of them makes a gap critical. */
export const CRITICAL_WORDS =
  'lost data, data loss, lost customer, lost customers, lost money, lost revenue, lost deal, lost deals, leak, leaked, breach, breached, stolen, fraud, ransomware, injury, death, lawsuit, sued, fine, fined, illegal, law, regulator, gdpr, hipaa, pci, sox, court, insolvency, bankrupt'
