/** The provider's own stylesheet, served beside its page so that a strict content policy needs no inline style. */
export const STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; color: #d6cab4;
  background: #100c08 radial-gradient(64rem 30rem at 24% -9rem, rgb(232 172 88 / .17), transparent 70%);
  font: 16px/1.6 "Inter Variable", system-ui, "Segoe UI", sans-serif; }
main { width: 100%; max-width: 520px; padding: 28px 24px; background: #1a140d; border: 1px solid #554530; border-radius: 6px;
  box-shadow: 0 40px 90px -20px #000; }
h1 { margin: 0 0 16px; color: #f5eddd; font: 500 1.6rem/1.2 "Cinzel Variable", "Trajan Pro", Georgia, serif; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 24px; padding: 16px; background: #231b12; border-radius: 4px; }
dt { color: #b3a58e; } dd { margin: 0; text-align: right; color: #f5eddd; overflow-wrap: anywhere; }
.amount { font-size: 1.375rem; font-variant-numeric: tabular-nums; font-weight: 600; }
fieldset { border: 0; margin: 0 0 16px; padding: 0; } legend { padding: 0; margin-bottom: 8px; color: #b3a58e; font-size: .875rem; }
.choice { display: flex; gap: 12px; align-items: flex-start; padding: 12px 14px; margin-bottom: 8px; border: 1px solid #8a7860; border-radius: 4px; cursor: pointer; }
.choice:hover { background: #231b12; } .choice:has(:checked) { border-color: #e2b55f; background: #2a2012; }
.choice input { accent-color: #e2b55f; flex: none; width: 18px; height: 18px; margin: 4px 0 0; }
.choice strong { display: block; color: #f5eddd; font-weight: 600; } .choice small { display: block; color: #b3a58e; font-size: .875rem; }
.choice:focus-within, button:focus-visible, .button:focus-visible { outline: 2px solid #f4d28e; outline-offset: 2px; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px; border: 0; border-radius: 4px; background: #e2b55f; color: #1b1206;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: #f4d28e; }
.notice { padding: 12px 14px; border: 1px solid #3f6478; border-radius: 4px; background: #13212a; color: #a5cfe6; }
.problem { padding: 12px 14px; border: 1px solid #85402f; border-radius: 4px; background: #2b1510; color: #f8a391; }
footer { margin-top: 20px; color: #b3a58e; font-size: .8125rem; text-align: center; }
`;
