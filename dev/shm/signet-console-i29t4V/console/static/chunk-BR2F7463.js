import{a as r}from"./chunk-QCUC26JF.js";var n=e=>({queryKey:["members",e],queryFn:async({signal:m})=>(await r.listMembers({org:e},{signal:m})).members});export{n as a};
//# sourceMappingURL=chunk-BR2F7463.js.map
