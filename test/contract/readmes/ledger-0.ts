import { isProductKey, PLANS, PRODUCTS, TIER_CREDITS } from '@signet/ledger'

const asked: string = 'pack_100'
if (isProductKey(asked)) console.log(PRODUCTS[asked])

console.log(PLANS.pro.monthlyCredits) // 1000
console.log(TIER_CREDITS.premium) // 5 credits per image

export {}
