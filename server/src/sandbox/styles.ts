/** The parts of the site's dark design that these pages need. They run no scripts. */
export const SANDBOX_STYLES = `
*{box-sizing:border-box}
html{color-scheme:dark}
body{margin:0;min-height:100vh;min-height:100dvh;padding:24px 12px;display:grid;place-items:start center;
background:#0a0c12 radial-gradient(60rem 30rem at 50% -8rem,#123443 0,transparent 70%) no-repeat;
color:#eef1f8;font:400 .875rem/1.25rem Inter,system-ui,sans-serif}
main{width:100%;max-width:560px;padding:20px;background:#10131c;border:1px solid #262d3d;border-radius:18px;
box-shadow:0 16px 48px #000a}
.badge{margin:0 0 20px;padding:8px 12px;border-radius:12px;background:#2b2314;color:#ffb84d;font-weight:600;
font-size:.8125rem;line-height:1.125rem}
h1{display:flex;align-items:center;gap:12px;margin:0 0 8px;font:700 1.5rem/1.875rem Saira,Inter,system-ui,sans-serif;
overflow-wrap:anywhere}
h1 img{border-radius:14px}
h2{margin:24px 0 12px;font-size:1rem;line-height:1.5rem;font-weight:600}
.lead{margin:0;color:#a9b1c6}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px;grid-template-columns:1fr}
.persona{display:flex;align-items:center;gap:12px;min-height:60px;padding:8px;border-radius:14px;background:#171b27;
border:1px solid #262d3d;color:inherit;text-decoration:none;transition:border-color .14s,background-color .14s}
.persona:hover{background:#1f2533;border-color:#3ddcff}
.persona img{border-radius:12px;background:#1f2533;flex:none}
.who{display:grid;min-width:0}
.name{font-weight:600;overflow-wrap:anywhere}
.id{color:#8790a6;font-size:.75rem;line-height:1rem;font-variant-numeric:tabular-nums}
label{display:block;margin-bottom:8px;color:#a9b1c6}
.row{display:flex;flex-wrap:wrap;gap:8px}
input[type=text]{flex:1 1 12rem;min-width:0;height:44px;padding:0 12px;border-radius:12px;border:1px solid #626e8c;
background:#0a0c12;color:inherit;font:inherit;font-size:1rem}
button{height:44px;padding:0 20px;border:0;border-radius:12px;background:#3ddcff;color:#04121a;font:inherit;
font-weight:600;cursor:pointer;flex:1 0 auto}
.error{margin:8px 0 0;color:#ff6b6b}
.away{margin:24px 0 0}
.away a{display:inline-block;padding:12px 0;color:#a9b1c6;text-underline-offset:3px}
.away a:hover{color:#eef1f8}
main.wide{max-width:860px}
.parties{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin:16px 0 0;color:#a9b1c6}
.party{display:inline-flex;align-items:center;gap:10px;min-width:0;color:#eef1f8;font-weight:600;overflow-wrap:anywhere}
.party img{border-radius:10px;background:#1f2533;flex:none}
.state{display:inline-block;padding:3px 10px;border-radius:999px;border:1px solid #626e8c;color:#c9d0e0;font-size:.75rem;
line-height:1rem;font-weight:600;white-space:nowrap}
.state.open{border-color:#3ddcff;color:#3ddcff}
.state.good{border-color:#3ddc97;color:#3ddc97}
.state.bad{border-color:#ff6b6b;color:#ff8f8f}
.said{margin:16px 0 0;padding:12px;border-radius:12px;background:#171b27;border:1px solid #262d3d;overflow-wrap:anywhere}
.said b{display:block;margin-bottom:2px;color:#8790a6;font-weight:400;font-size:.75rem}
ul.skins{grid-template-columns:repeat(auto-fill,minmax(132px,1fr))}
.skin{display:grid;align-content:start;padding:8px;border-radius:14px;background:#171b27;border:1px solid #262d3d}
.skin img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:contain}
.skin .name{font-size:.8125rem;line-height:1.125rem}
.skin .id{margin-top:2px}
.skin.locked img{opacity:.45}
.actions{display:flex;flex-wrap:wrap;gap:8px;margin:24px 0 0}
.actions form{display:flex;flex:1 1 9rem}
.actions button{flex:1 1 auto;padding:0 12px}
button.quiet{background:#1f2533;color:#eef1f8;border:1px solid #626e8c}
button.harsh{background:#3a1a20;color:#ff9d9d;border:1px solid #ff6b6b}
ul.offers{grid-template-columns:1fr}
.offer{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 12px;min-height:56px;padding:10px 12px;
border-radius:14px;background:#171b27;border:1px solid #262d3d;color:inherit;text-decoration:none}
.offer:hover{background:#1f2533;border-color:#3ddcff}
.mail{margin:16px 0 0;padding:16px;border-radius:12px;background:#171b27;border:1px solid #262d3d;font:inherit;
white-space:pre-wrap;overflow-wrap:anywhere}
.mail a{color:#3ddcff}
.address{display:block;padding:12px;border-radius:12px;background:#0a0c12;border:1px solid #626e8c;color:#c9d0e0;font:inherit;
overflow-wrap:anywhere;user-select:all}
:focus-visible{outline:2px solid #3ddcff;outline-offset:2px}
@media (min-width:480px){body{padding:56px 24px}main{padding:32px}ul{grid-template-columns:1fr 1fr}}
@media (prefers-reduced-motion:reduce){.persona{transition:none}}
`;
