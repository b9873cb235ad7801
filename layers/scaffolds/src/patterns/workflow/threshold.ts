import { code } from '../../code.ts'
import type { Context } from '../../design.ts'
import type { TemplateInput } from '../../templates/templates.ts'

/** Amount above which somebody approves, in hundredths, and how people say it. */
export const thresholdOf = ({ figures }: Pick<Context, 'figures'>) => {
  const { cents, currency } = figures.approvalAbove?.value ?? { cents: 0, currency: 'the currency' }
  return { cents, currency: currency === 'the currency' ? code`the currency` : code`${currency as never}` }
}

export const workflowInput = (context: Context): TemplateInput => {
  const { cents, currency } = thresholdOf(context)
  return { flags: { threshold: cents > 0 }, values: { cents, currency } }
}
