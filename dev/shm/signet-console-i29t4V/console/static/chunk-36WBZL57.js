import{a as i}from"./chunk-CXOAEUIJ.js";var n=e=>({queryKey:["credits",e],queryFn:({signal:r})=>i.getTenantUsage({id:e,limit:20},{signal:r})});export{n as a};
//# sourceMappingURL=chunk-36WBZL57.js.map
