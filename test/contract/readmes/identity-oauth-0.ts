import { canonicalResource, matchesRedirect, requestedScopes, usableRedirects } from '@signet/identity/oauth'

usableRedirects(['https://agent.example/callback', 'http://agent.example/callback']) // the first one only
matchesRedirect(['http://127.0.0.1/callback'], 'http://127.0.0.1:51234/callback') // true: the port is free on this machine
canonicalResource('HTTPS://Images.example:443/mcp/') // 'https://images.example/mcp'
requestedScopes('generate offline_access', 'images') // ['generate']

export {}
