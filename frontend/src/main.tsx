import "./styles/index.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import "./api/first";
import { prepareStore } from "./api/outbox-store";
import { App } from "./app";

void prepareStore();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id 'root'");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
