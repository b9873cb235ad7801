import { Badge, Button, Failure, Section } from '@signet/ui'
import { billing as client, type GetBillingOutput } from '../api/billing.ts'
import { useAction } from '../session/action.ts'
import { PLAN_CARDS, type PlanCard, planName } from './plan-words.ts'

const whyUnavailable = ({ tier, endsAt, mayManage }: GetBillingOutput): string | undefined => {
  if (!mayManage) return 'Only owners and admins can buy plans'
  if (tier === 'free') return undefined
  return endsAt === null ? 'Downgrade to Free first' : 'Available when the current plan has ended'
}

/** Returns whether to list a plan: the free plan, plans for sale and the organization's current plan. */
const isListed = ({ product, name }: PlanCard, billing: GetBillingOutput): boolean =>
  product === undefined || product === 'pro' || name === planName(billing) || billing.products.includes(product)

export const Plans = ({ billing }: { readonly billing: GetBillingOutput }) => {
  const checkout = useAction(
    // Pro is the default of the checkout, which has no product key for it.
    (product: string) => client.startCheckout(product === 'pro' ? {} : { productKey: product }),
    ({ url }) => location.assign(url),
  )
  const current = planName(billing)
  return (
    <Section title="Plans">
      <div class="columns">
        {PLAN_CARDS.filter((card) => isListed(card, billing)).map(({ product, name, price, features }) => (
          <div class="card" key={name}>
            <div class="row apart">
              <h3>{name}</h3>
              {name === current && <Badge tone="ok">Your plan</Badge>}
            </div>
            <p>{price}</p>
            <ul class="stack tight small">
              {features.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {product !== undefined && name !== current && (
              <div class="row">
                <Button
                  kind="primary"
                  isBusy={checkout.isBusy}
                  unavailable={whyUnavailable(billing)}
                  onClick={() => checkout.run(product)}
                >
                  {billing.tier === 'free' ? 'Upgrade' : 'Switch'} to {name}
                </Button>
              </div>
            )}
          </div>
        ))}
      </div>
      {checkout.fault && <Failure fault={checkout.fault} />}
    </Section>
  )
}
