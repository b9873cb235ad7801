import{a as i}from"./chunk-MY3TFEK3.js";var n=e=>({queryKey:["credits",e],queryFn:({signal:r})=>i.getTenantUsage({id:e,limit:20},{signal:r})});export{n as a};
//# sourceMappingURL=chunk-PWSSVHOX.js.map
