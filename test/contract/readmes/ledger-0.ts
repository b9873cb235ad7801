import { isProductKey, PLANS, PRODUCTS, TIER_CREDITS } from '@signet/ledger'

const productKey: string = 'agent-credits-500'
if (isProductKey(productKey)) console.log(PRODUCTS[productKey])

console.log(PLANS.pro.monthlyCredits) // 1000
console.log(TIER_CREDITS.premium) // 5 credits per image

export {}
