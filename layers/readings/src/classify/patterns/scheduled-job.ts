import type { Pattern } from '../pattern.ts'

export const scheduledJob: Pattern = {
  id: 'scheduled-job',
  title: 'Scheduled job',
  description: 'Runs at set times, does its work once per period, and reports a missed run.',
  terms: {
    names:
      'cron, cron job, cronjob, scheduled job, scheduled task, nightly job, batch job, nightly batch, scheduler, daily job, hourly job, weekly report, timer job',
    typical:
      'nightly, every night, every morning, every hour, every day, every week, every month, every monday, every friday, every sunday, every minute, each morning, each night, each month, each day, each week, daily, weekly, monthly, hourly, quarterly, at midnight, on a schedule, scheduled, once a day, once an hour, once every hour, once a week, once a month, end of month, first of the month, periodically, month end, five minutes, of each month, of the month, of every month, each january, every january, each year, every year, every quarter, by breakfast, each evening, every evening, nightly run, every two hours, every ten minutes, each friday, each monday, every weekday, on weekdays',
    hints:
      'report, expire, old, summary, overnight, morning, night, monday, friday, sunday, midnight, month, week, day, hour, regularly, remind, stale, recurring, close of business, run, backup, at 6, at 7, at 9, o clock, cleanup, clean up, schedule, reminder, reminders, digest, purge',
  },
  phrasings: [
    'Before people come to work they should find yesterday’s sales in their mail',
    'On the first of the month, charge everybody their rent',
    'Throw away drafts that nobody has touched for 90 days, overnight',
    'Remind patients the day before their appointment',
    'At the end of each quarter put together the numbers for the board',
    'Once a day look for certificates that run out soon and warn their owners',
    'Take a copy of the database while everybody sleeps',
    'Sunday evening, plan the shifts of the coming week',
    'Every few minutes check that the shop answers, and ring somebody if not',
    'On birthdays send a greeting with a voucher',
    'Close accounts that were dormant for a year, and tell them a month before',
    'Refresh the exchange rates each working day at four',
    'Accrue interest on all accounts at the end of the day',
    'Rotate the on-call rota on Monday mornings',
    'Nudge people with overdue invoices after 7, 14 and 30 days',
    'Recount the stock figures during the night when the shop is closed',
    'Mail a summary of the week to each team lead on Friday',
    'Delete log files that are older than a month, daily',
    'Recalculate the leaderboard at the top of the hour',
    'Look each morning whether competitors changed their prices',
    'Renew leases on the day before they end',
    'When the month is over, lock its timesheets and inform payroll',
  ],
}
