import { createAccountsClient } from '../clients/accounts.ts'
import { requesting } from '../transport/requesting.ts'

export const accounts = createAccountsClient(requesting('platform'))
