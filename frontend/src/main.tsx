import "./styles/index.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { beginEarly, firstPaths } from "./api/early";
import { App } from "./app";

beginEarly(firstPaths(location.pathname, location.search));

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id 'root'");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
