import { ability } from './ability.ts'

export const people = ability<true>()({
  allows: 'Deletes people from the user pool, if people sign in at a pool of the platform',
  local: { service: 'cognito-idp' },
  variables: { USER_POOL_ID: ({ userPool }) => userPool?.name ?? 'none' },
  rights: (_, { userPool }) =>
    userPool ? [{ actions: ['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'], resources: [userPool.arn] }] : [],
})
